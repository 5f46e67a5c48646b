import { api } from "../../../app/api.ts";
import { FactSection, stateOf } from "../fact-section.tsx";
import { ofLead } from "../lead-query.ts";
import { ListingLine } from "../listing-line.tsx";

const SHOWN = 5;

/** The homes that the person keeps. */
export function Favorites({ leadId }: { leadId: number }) {
  const query = api.useQuery("get", "/api/v1/admin/leads/{lead_id}/favorites", ofLead(leadId));
  const items = query.data?.items ?? [];
  const lines = (homes: typeof items) => (
    <ul className="lines">
      {homes.map((home) => (
        <li key={home.listing_id}>
          <ListingLine home={home} />
        </li>
      ))}
    </ul>
  );
  return (
    <FactSection title="Favorites" count={query.data?.total} state={stateOf(query)}>
      {items.length === 0 ? <p className="muted">No favorite yet.</p> : lines(items.slice(0, SHOWN))}
      {items.length > SHOWN && (
        <details>
          <summary>{items.length - SHOWN} more</summary>
          {lines(items.slice(SHOWN))}
        </details>
      )}
    </FactSection>
  );
}
