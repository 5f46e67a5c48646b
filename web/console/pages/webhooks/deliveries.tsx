import { getRouteApi } from "@tanstack/react-router";
import { api, type Schema } from "../../app/api.ts";
import { Empty } from "../../components/empty.tsx";
import { optionsOf, SelectField } from "../../components/field.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import { deliveryNames, eventNames } from "./event-names.ts";

const route = getRouteApi("/staff/webhooks/$webhookId");
const REFRESH_MS = { least: 3000, most: 60_000 };

/** What was sent, the newest first. */
export function Deliveries({ webhook }: { webhook: Schema<"Webhook"> }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = api.useQuery(
    "get",
    "/api/admin/webhooks/{webhook_id}/deliveries",
    { params: { path: { webhook_id: webhook.id }, query: search } },
    { refetchInterval: ({ state }) => refreshAfter(state.data?.items ?? []) },
  );
  const show = (name: string, value: string) =>
    void navigate({ search: { ...search, page: undefined, [name]: value === "" ? undefined : value } });
  return (
    <ListPanel
      title="Deliveries"
      list={list}
      above={
        <div className="filters">
          <SelectField
            name="status"
            label="Status"
            value={search.status ?? ""}
            onChange={(event) => show("status", event.currentTarget.value)}
            options={[{ value: "", label: "All" }, ...optionsOf(deliveryNames)]}
          />
          <SelectField
            name="event"
            label="Event"
            value={search.event ?? ""}
            onChange={(event) => show("event", event.currentTarget.value)}
            options={[{ value: "", label: "All" }, ...optionsOf(eventNames)]}
          />
        </div>
      }
      empty={
        <Empty title="Nothing was sent.">
          Deliveries stand here for 30 days, with what the receiver replied.
        </Empty>
      }
      onPage={(page) => void navigate({ search: { ...search, page } })}
    >
      {(delivery) => <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />}
    </ListPanel>
  );
}

/** Waiting deliveries change by themselves: they are read again about when the next one is attempted. */
function refreshAfter(deliveries: readonly Schema<"WebhookDelivery">[]): number | false {
  const waiting = deliveries.filter(({ status }) => status === "pending");
  if (waiting.length === 0) return false;
  const attempts = waiting.map(({ next_attempt_at: at }) => (at === null ? 0 : Date.parse(at) - Date.now()));
  return Math.min(REFRESH_MS.most, Math.max(REFRESH_MS.least, Math.min(...attempts)));
}
