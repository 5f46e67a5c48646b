import { isPublicStatus, statusInApi } from "./statuses.ts";

/** A row of `listing_history`. */
export type HistoryRow = {
  event: string;
  date: string;
  price: number | null;
  status: string;
  /** Whether the public could see it happen. */
  was_shown: boolean;
};

export type PublicEvent = Omit<HistoryRow, "was_shown">;

/** What every status reads that is never public. */
const OFF_MARKET = "Off Market";

/**
 * What the public may know of a listing's past (decisions.md: D22), from rows that are newest first, in the same order. Of a
 * period in which it was not for the public it tells that the listing left the market, under one name for all reasons, with the
 * price that was last seen; what happened in it is left out, and shows in the price with which the listing returns.
 */
export function publicHistory(rows: readonly HistoryRow[]): PublicEvent[] {
  const told: PublicEvent[] = [];
  let onMarket = true;
  let saidOff = false;
  for (const { was_shown, ...row } of rows.toReversed()) {
    if (!isPublicStatus(row.status)) {
      const before = told.at(-1);
      onMarket = false;
      if (row.event !== "status_changed" || !was_shown || saidOff || !before) continue;
      told.push({ ...row, price: before.price, status: OFF_MARKET });
      saidOff = true;
      continue;
    }
    // A price alone puts no listing back on the market.
    if (!onMarket && row.event === "price_changed") continue;
    onMarket = true;
    saidOff = false;
    if (was_shown) told.push({ ...row, status: statusInApi(row.status) });
  }
  return told.reverse();
}
