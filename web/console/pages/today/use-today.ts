import { api, type Schema } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { type ReadAt, waitedSeconds } from "../../components/clock.tsx";

const MOST_SHOWN = 100;

export function useDashboard() {
  return api.useQuery("get", "/api/v1/admin/dashboard", {
    params: { query: { brokerage_id: useBrokerageId() } },
  });
}

/** Leads that have not been answered, the one that waits longest first. */
export function useWaiting() {
  const brokerage_id = useBrokerageId();
  const dashboard = useDashboard();
  const query = api.useQuery("get", "/api/v1/admin/leads", {
    params: { query: { stage: "NEW", sort: "created_at", page_size: MOST_SHOWN, brokerage_id } },
  });
  const { data: { generated_at, new_today } = {}, dataUpdatedAt: dashboardAt } = dashboard;
  const arrived = query.dataUpdatedAt;
  // The server's time when the list arrived, which is another reply.
  const serverTime = generated_at && new Date(Date.parse(generated_at) + arrived - dashboardAt).toISOString();
  const readAt: ReadAt = { arrived, serverTime };
  const waited = (lead: Schema<"LeadSummary">) => waitedSeconds(lead, readAt, arrived) ?? 0;
  const leads = query.data?.items.toSorted((one, other) => waited(other) - waited(one));
  return { query, leads, total: query.data?.total ?? 0, readAt, newToday: new_today };
}
