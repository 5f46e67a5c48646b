import { dayNumber } from "../../platform/clock.ts";
import { daysOnMarket } from "../listing-fields.ts";
import { type PublicEvent, publicHistory } from "../public-history.ts";
import type { SaleRow } from "./sale-rows-after.sql.ts";

/** From a day on until another one, on which it is no longer so. */
export type Span = { from: number; to: number };

/** What statistics count of a listing. NaN where it is not known. Days are day numbers. */
export type SaleFacts = {
  source: number;
  listDay: number;
  /** The price with which it was listed. */
  listedPrice: number;
  listPrice: number;
  /** Of a listing that is sold. */
  soldDay: number;
  soldPrice: number;
  sqft: number;
  daysOnMarket: number;
  /** When it was Active, as far as its public history tells. */
  active: Span[];
};

export function saleFactsOf(row: SaleRow): SaleFacts {
  const history = publicHistory(row.history);
  const isSold = row.status === "Closed";
  const days = daysOnMarket(row);
  const listed = history.find(({ event, date }) => event === "listed" && date === row.list_date);
  return {
    source: row.source_id,
    listDay: dayOf(row.list_date),
    listedPrice: listed?.price ?? orNaN(row.list_price),
    listPrice: orNaN(row.list_price),
    soldDay: isSold ? dayOf(row.sold_date) : Number.NaN,
    soldPrice: isSold ? orNaN(row.close_price) : Number.NaN,
    sqft: orNaN(row.sqft),
    daysOnMarket: isSold && "fixed" in days ? orNaN(days.fixed) : Number.NaN,
    active: activeSpans(history, row),
  };
}

/** Where a listing's history may not be shown: from its list date until it was sold. */
export function spanOfDates({ listDay, soldDay }: Pick<SaleFacts, "listDay" | "soldDay">): Span {
  return { from: listDay, to: Number.isNaN(soldDay) ? Infinity : soldDay };
}

function activeSpans(history: readonly PublicEvent[], row: SaleRow): Span[] {
  const sold = dayOf(row.sold_date);
  // Of a sale without a date nothing says until when it was offered.
  if (row.status === "Closed" && Number.isNaN(sold)) return [];
  if (history.length === 0)
    return row.list_date === null ? [] : [spanOfDates({ listDay: dayOf(row.list_date), soldDay: sold })];
  const spans: Span[] = [];
  let from: number | null = null;
  let isStatusKnown = false;
  for (const { event, status, date } of history.toReversed()) {
    // The event of a price has the status of its version, which may have begun later: that has an event of its own.
    if (event === "price_changed" && isStatusKnown) continue;
    isStatusKnown ||= event !== "price_changed";
    const day = dayNumber(date);
    if (status === "Active") from ??= day;
    else if (from !== null) {
      if (day > from) spans.push({ from, to: day });
      from = null;
    }
  }
  if (from !== null) spans.push({ from, to: row.status === "Closed" ? sold : Infinity });
  return spans;
}

function dayOf(date: string | null): number {
  return date === null ? Number.NaN : dayNumber(date);
}

function orNaN(value: number | null): number {
  return value ?? Number.NaN;
}
