import { momentText } from "../../../shared/dates.ts";
import { api, type Schema } from "../../app/api.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";

type OfListing = { listingId: string; brokerageId: number | undefined };

/** The open houses to come; nothing where there are none. */
export function OpenHouses({ listingId, brokerageId }: OfListing) {
  const { data, error, refetch } = api.useQuery("get", "/api/open-houses", {
    params: { query: { listing_ids: [listingId], state: "any", brokerage_id: brokerageId, page_size: 20 } },
  });
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data || data.items.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="open-houses">
      <h2 id="open-houses">
        Open houses <span className="count">{data.total}</span>
      </h2>
      <ul className="rows">
        {data.items.map((house) => (
          <li key={house.id} className="row">
            <div className="row-words">
              <time className="row-title" dateTime={house.starts_at ?? house.date}>
                {timeText(house)}
              </time>
              {house.remarks && <bdi className="row-detail">{house.remarks}</bdi>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In the time zone of the home. */
function timeText({ date, starts_at, ends_at, time_zone }: Schema<"OpenHouse">): string {
  if (starts_at === null) return date;
  const start = momentText(starts_at, time_zone, "dayAndTime");
  return ends_at === null ? start : `${start}, until ${momentText(ends_at, time_zone, "time")}`;
}
