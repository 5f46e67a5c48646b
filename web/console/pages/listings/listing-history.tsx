import { dayText } from "../../../shared/dates.ts";
import { money } from "../../../shared/numbers.ts";
import { api, type Schema } from "../../app/api.ts";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";

type Change = Schema<"ListingChange">;
type OfListing = { listingId: string; brokerageId: number | undefined };

const eventWords: Record<Change["event"], string> = {
  listed: "Listed",
  price_changed: "Price",
  status_changed: "Status",
  relisted: "Listed again",
};

/** Prices and statuses, as visitors may see them. */
export function ListingHistory({ listingId, brokerageId }: OfListing) {
  const { data, error, refetch } = api.useQuery("get", "/api/properties/{listing_id}/history", {
    params: { path: { listing_id: listingId }, query: { brokerage_id: brokerageId } },
  });
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">History</h2>
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.length === 0 ? (
        <Empty title="No history is known, or its source hides it." />
      ) : (
        <ol className="rows">
          {data.map((change) => (
            <li key={JSON.stringify(change)} className="row history-row">
              <time className="row-time" dateTime={change.at}>
                {dayText(change.at)}
              </time>
              <span className="row-title">{eventWords[change.event]}</span>
              <span>{changeText(change)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** `$463,000 → $451,000` */
function changeText({ from, to }: Change): string {
  const text = (value: Change["to"]) => (typeof value === "number" ? money(value) : value);
  return [text(from), text(to)].filter((value) => value !== null).join(" → ");
}
