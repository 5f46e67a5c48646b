import { dayNumber } from "../platform/clock.ts";

type DayCount = {
  status: string;
  list_date: string | null;
  sold_date: string | null;
  feed_days_on_market: number | null;
  feed_days_on_market_day: string | null;
};

/** Days on market either stands still, or is the number of days since `since`. */
export type DaysOnMarket = { fixed: number | null } | { since: number };

/**
 * The feed's count at the import, counted on from there, stopped at closing; from list_date where the feed has
 * none. `since` is a day number, so that a cached listing is right tomorrow too. Days begin at the
 * listing's own midnight (local-day.ts).
 */
export function daysOnMarket(listing: DayCount): DaysOnMarket {
  const { feed_days_on_market: counted, feed_days_on_market_day: countedOn } = listing;
  const listed = listing.list_date === null ? null : dayNumber(listing.list_date);
  if (listing.status === "Closed") {
    if (counted !== null) return { fixed: counted };
    const known = listed !== null && listing.sold_date !== null;
    return { fixed: known ? Math.max(0, dayNumber(listing.sold_date as string) - listed) : null };
  }
  if (counted !== null && countedOn !== null) return { since: dayNumber(countedOn) - counted };
  return listed === null ? { fixed: null } : { since: listed };
}

export function countDays(days: DaysOnMarket, today: number): number | null {
  return "fixed" in days ? days.fixed : Math.max(0, today - days.since);
}

/** Sources count half storeys and half garages; the API has whole numbers (one and a half storeys are 2). */
export function wholeNumber(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

/** Photos we keep ourselves have an address without a host; the feed's are as the feed wrote them. */
export function photoAddress(url: string, publicApiUrl: string): string {
  return url.startsWith("/") ? publicApiUrl + url : url;
}
