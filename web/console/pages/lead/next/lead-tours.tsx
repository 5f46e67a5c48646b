import { dayText } from "../../../../shared/dates.ts";
import { api } from "../../../app/api.ts";
import { TourButtons } from "../../../components/leads/tour-buttons.tsx";
import { FactSection, stateOf } from "../fact-section.tsx";
import { ListingLine } from "../listing-line.tsx";

/** The tours that the lead asked for. */
export function LeadTours({ leadId }: { leadId: number }) {
  const query = api.useQuery("get", "/api/tours", { params: { query: { lead_id: leadId } } });
  const tours = query.data ?? [];
  return (
    <FactSection title="Tours" count={tours.length} state={stateOf(query)}>
      {tours.length === 0 ? (
        <p className="muted">No tour was asked for.</p>
      ) : (
        <ul className="lines">
          {tours.map((tour) => (
            <li key={tour.id}>
              <ListingLine home={{ ...tour, list_price: null }} />
              <p className="muted">
                {tour.preferred_date ? dayText(tour.preferred_date) : "Any day"}
                {tour.preferred_time && (
                  <>
                    , <bdi>{tour.preferred_time}</bdi>
                  </>
                )}
                , {tour.status}
              </p>
              <div className="actions">
                <TourButtons tour={tour} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </FactSection>
  );
}
