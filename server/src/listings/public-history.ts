import { sql } from "kysely";
import { isPublicStatus, statusInApi } from "./statuses.ts";

/** A row of `listing_history`. */
export type HistoryRow = {
  event: string;
  date: string;
  price: number | null;
  status: string;
  /** Whether the public could see it happen; null in rows from before that was recorded, which their status alone decides. */
  was_shown: boolean | null;
};

/** A listing's stored history as JSON (`HistoryRow[]`), newest first, null without any: a select item on `listings`. */
export const historyOfListing = sql`
  (
    select json_agg(
      json_build_object(
        'event', h.event, 'date', h.occurred_on, 'price', h.price, 'status', h.status, 'was_shown', h.was_shown
      )
      order by h.occurred_on desc, h.id desc
    )
    from listing_history h
    where h.listing_id = listings.id
  )`;

export type PublicEvent = Omit<HistoryRow, "was_shown">;

/** What every status reads that is never public. */
export const OFF_MARKET = "Off Market";

/**
 * What the public may know of the past of a listing that is public now, from rows that are newest first, in the same order.
 * Of a period in which it was not public one row remains, `Off Market` for every reason, with the price that was last seen;
 * the rest of the period is left out, and shows in the price with which the listing returns. A listing that was not public when it was
 * listed has the price with which it became so.
 */
export function publicHistory(rows: readonly HistoryRow[]): PublicEvent[] {
  const events: PublicEvent[] = [];
  let onMarket = true;
  let listedUnseen: PublicEvent | null = null;
  for (const { was_shown, ...row } of rows.toReversed()) {
    if (events.length === 0 && was_shown === false) {
      if (row.event === "listed") listedUnseen = { ...row, status: statusInApi(row.status) };
      else if (listedUnseen) listedUnseen.price = row.price;
    }
    if (!isPublicStatus(row.status)) {
      // The price of a version that was never public ends nothing: such a version may arrive late.
      if (row.event !== "status_changed") continue;
      onMarket = false;
      const before = events.at(-1);
      if (was_shown === false || !before || before.status === OFF_MARKET) continue;
      events.push({ ...row, price: before.price, status: OFF_MARKET });
      continue;
    }
    if (was_shown === false) continue;
    // A price alone does not prove that the listing was public again, unless that was recorded.
    if (was_shown === null && !onMarket && row.event === "price_changed") continue;
    onMarket = true;
    events.push({ ...row, status: statusInApi(row.status) });
  }
  // It came back unseen, and is public now.
  if (events.at(-1)?.status === OFF_MARKET) events.pop();
  if (listedUnseen && !events.some(({ event }) => event === "listed")) events.unshift(listedUnseen);
  return withoutRepeatedStatus(events.reverse());
}

/**
 * A history, newest first, in which every `status_changed` has another status than the listing had before: where what happened between
 * is not shown, the event is one of the price, or left out when the price is the same too.
 */
export function withoutRepeatedStatus<Event extends Pick<HistoryRow, "event" | "status" | "price">>(
  events: readonly Event[],
): Event[] {
  const kept: Event[] = [];
  let status: string | null = null;
  let price: number | null = null;
  for (const event of events.toReversed()) {
    const isRepeated = event.event === "status_changed" && event.status === status;
    if (!isRepeated) kept.push(event);
    else if (event.price !== price) kept.push({ ...event, event: "price_changed" });
    // The event of a price has the status of its version, whose own event follows.
    if (event.event !== "price_changed") status = event.status;
    if (event.event !== "sold") price = event.price;
  }
  return kept.reverse();
}
