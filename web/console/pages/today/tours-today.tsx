import { Link } from "@tanstack/react-router";
import { dayText } from "../../../shared/dates.ts";
import { api, type Schema } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { TourButtons } from "../../components/leads/tour-buttons.tsx";
import { TodaySection } from "./today-section.tsx";
import { useDashboard } from "./use-today.ts";

/** Tours that wait for an answer, and those of this day. */
export function ToursToday() {
  const brokerage_id = useBrokerageId();
  const day = useDashboard().data?.today;
  const pending = api.useQuery("get", "/api/tours", {
    params: { query: { status: "pending", brokerage_id } },
  });
  const today = api.useQuery(
    "get",
    "/api/tours",
    { params: { query: { status: "confirmed", preferred_date: day, brokerage_id } } },
    { enabled: day !== undefined },
  );
  const tours = pending.data && today.data && [...today.data, ...pending.data.toReversed()];
  return (
    <TodaySection
      id="tours"
      title="Tours"
      count={tours?.length}
      rows={tours?.map((tour) => <TourRow key={tour.id} tour={tour} isToday={tour.preferred_date === day} />)}
      error={pending.error ?? today.error}
      retry={() => void Promise.all([pending.refetch(), today.refetch()])}
      empty={{ title: "No tour today, and none waits for an answer." }}
    />
  );
}

function TourRow({ tour, isToday }: { tour: Schema<"Tour">; isToday: boolean }) {
  const { preferred_date: day, preferred_time: time, address, city, listing_id, name, lead_id } = tour;
  return (
    <li className="row today-row" data-row>
      <span className="row-first row-time">
        {isToday ? "Today" : day ? dayText(day, "shortDay") : "Any day"}
        {time && (
          <>
            , <bdi className="clipped">{time}</bdi>
          </>
        )}
      </span>
      <div className="row-words">
        <Link className="row-title" to="/leads/$leadId" params={{ leadId: String(lead_id) }} data-row-link>
          <bdi>{name}</bdi>
        </Link>
        <bdi className="row-detail clipped">
          {[address ?? `Listing ${listing_id}`, city].filter(Boolean).join(", ")}
        </bdi>
      </div>
      <div className="row-actions">
        <TourButtons tour={tour} />
      </div>
    </li>
  );
}
