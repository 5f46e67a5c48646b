import { getRouteApi } from "@tanstack/react-router";
import { api } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Page } from "../../components/page.tsx";
import { AuditEntry } from "./audit-entry.tsx";
import { AuditFilters } from "./audit-filters.tsx";

const route = getRouteApi("/staff/audit");

/** Who has changed what, and how. */
export function AuditPage() {
  const { since, until, everywhere, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = useBrokerageId();
  // What belongs to no brokerage, such as admins and feeds, is among those of all.
  const brokerage_id = everywhere ? undefined : chosen;
  const list = api.useQuery("get", "/api/admin/audit-log", {
    params: { query: { ...search, brokerage_id, ...momentsOf({ since, until }) } },
  });
  return (
    <Page title="Audit log" intro="Who has changed what. Entries are kept for 90 days.">
      <ListPanel
        title="Changes"
        list={list}
        above={<AuditFilters />}
        empty={<Empty title="No such change.">Each change of a record by staff stands here at once.</Empty>}
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      >
        {(entry) => <AuditEntry key={entry.id} entry={entry} />}
      </ListPanel>
    </Page>
  );
}

/** Days of the person's calendar as moments, the last one with its end. */
function momentsOf({ since, until }: { since?: string; until?: string }) {
  return {
    since: since && momentOf(since),
    until: until && momentOf(until, 1),
  };
}

function momentOf(day: string, daysLater = 0): string | undefined {
  const moment = new Date(`${day}T00:00`);
  if (Number.isNaN(moment.getTime())) return undefined;
  moment.setDate(moment.getDate() + daysLater);
  return moment.toISOString();
}
