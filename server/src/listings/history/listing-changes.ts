import type { PublicEvent } from "../public-history.ts";
import { OFF_MARKET } from "../public-history.ts";
import type { ListingChange } from "./history.schemas.ts";

/** After these a listing is on the market. */
const OFFERED = ["Active", "Coming Soon"];
/** After these it is not. */
const ENDED = ["Sold", OFF_MARKET];

/** What each event of a public history changed: events and changes are newest first. */
export function changesOf(history: readonly PublicEvent[]): ListingChange[] {
  const changes: ListingChange[] = [];
  let status: string | null = null;
  /** The last asking price; of a sale it is another one. */
  let price: number | null = null;
  for (const event of history.toReversed()) {
    const change = changeOf(event, { status, price });
    if (change) changes.push({ at: event.date, ...change });
    status = event.status;
    if (event.event !== "sold") price = event.price;
  }
  return changes.reverse();
}

function changeOf(
  { event, ...now }: PublicEvent,
  before: { status: string | null; price: number | null },
): Omit<ListingChange, "at"> | null {
  if (event === "listed") return { event, from: null, to: now.price };
  if (event === "price_changed") return { event, from: before.price, to: now.price };
  const hadEnded = before.status !== null && ENDED.includes(before.status);
  if (event === "status_changed" && hadEnded && OFFERED.includes(now.status))
    return { event: "relisted", from: before.price, to: now.price };
  return { event: "status_changed", from: before.status, to: now.status };
}
