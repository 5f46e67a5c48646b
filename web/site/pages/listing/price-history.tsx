import { money } from "../../../shared/numbers.ts";
import { Day } from "../../components/day.tsx";
import { homesTexts } from "../../texts/homes.ts";
import { listingTexts } from "../../texts/listing.ts";
import type { ListingChange } from "./listing-context.ts";

/** Prices and statuses over time, newest first. */
export function PriceHistory({ history }: { history: readonly ListingChange[] }) {
  return (
    <section class="listing-section" aria-labelledby="history-title">
      <h2 id="history-title">{homesTexts.historyTitle}</h2>
      <div class="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{homesTexts.history.day}</th>
              <th scope="col">{homesTexts.history.event}</th>
              <th scope="col" class="number">
                {homesTexts.history.price}
              </th>
            </tr>
          </thead>
          <tbody>
            {history.map((change) => (
              <tr key={`${change.at} ${change.event} ${change.to}`}>
                <td>
                  <Day day={change.at} />
                </td>
                <td>{eventText(change)}</td>
                <td class="number">{priceText(change)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function eventText({ event, to }: ListingChange): string {
  if (event !== "status_changed") return homesTexts.history.events[event];
  const status = String(to);
  return (listingTexts.status as Record<string, string>)[status] ?? status;
}

function priceText({ from, to }: ListingChange): string {
  if (typeof to !== "number") return "";
  if (typeof from !== "number" || from === to) return money(to);
  const difference = to - from;
  return `${money(to)} (${difference < 0 ? "−" : "+"}${money(Math.abs(difference))})`;
}
