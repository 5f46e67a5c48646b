import { api, type Schema } from "../../../app/api.ts";
import { FactSection, stateOf } from "../fact-section.tsx";
import { inWords } from "../lead-meta.ts";
import { ofLead } from "../lead-query.ts";

/** The searches that the person gets alerts of. */
export function SavedSearches({ leadId }: { leadId: number }) {
  const query = api.useQuery("get", "/api/v1/admin/leads/{lead_id}/searches", ofLead(leadId));
  const { items = [], total } = query.data ?? {};
  return (
    <FactSection title="Saved searches" count={total} state={stateOf(query)}>
      {items.length === 0 ? (
        <p className="muted">No search saved yet.</p>
      ) : (
        <ul className="lines">
          {items.map((search) => (
            <li key={search.id}>
              <bdi>{search.name || search.query || filterText(search.filters)}</bdi>
              <span className="muted">
                {` ${search.total} homes, ${search.new_count} new; ${search.status === "paused" ? "paused" : search.effective_frequency}`}
                {search.made_by !== null && `; by ${search.made_by}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FactSection>
  );
}

function filterText(filters: Schema<"SavedSearch">["filters"]): string {
  return Object.entries(filters)
    .map(([name, value]) => `${inWords(name)} ${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join(", ");
}
