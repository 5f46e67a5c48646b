import type { PublicEvent } from "../public-history.ts";
import { OFF_MARKET } from "../public-history.ts";
import type { ListingChange } from "./history.schemas.ts";

/** After these a listing is on the market. */
const OFFERED = ["Active", "Coming Soon"];
/** After these it is not. */
const ENDED = ["Sold", OFF_MARKET];

/** What each event of a public history changed: events and changes are newest first. */
export function changesOf(history: readonly PublicEvent[]): ListingChange[] {
  const events = history.toReversed();
  const changes: ListingChange[] = [];
  let status: string | null = null;
  /** The last asking price; of a sale it is another one. */
  let price: number | null = null;
  events.forEach((event, nth) => {
    const next = events[nth + 1];
    if (next && isPriceOfReturn(event, next, status)) return;
    changes.push({ at: event.date, ...changeOf(event, { status, price }) });
    // A version that changes price and status has the event of its price first, with the new status.
    if (event.event !== "price_changed") status = event.status;
    if (event.event !== "sold") price = event.price;
  });
  return changes.reverse();
}

/** Whether this is the price with which the next event offers the home again: `relisted` has it. */
function isPriceOfReturn(event: PublicEvent, next: PublicEvent, before: string | null): boolean {
  return event.event === "price_changed" && event.status === next.status && isReturn(next, before);
}

function isReturn({ event, status }: PublicEvent, before: string | null): boolean {
  return event === "status_changed" && OFFERED.includes(status) && before !== null && ENDED.includes(before);
}

function changeOf(
  now: PublicEvent,
  before: { status: string | null; price: number | null },
): Omit<ListingChange, "at"> {
  const { event } = now;
  if (event === "listed") return { event, from: null, to: now.price };
  if (event === "price_changed") return { event, from: before.price, to: now.price };
  if (isReturn(now, before.status)) return { event: "relisted", from: before.price, to: now.price };
  return { event: "status_changed", from: before.status, to: now.status };
}
