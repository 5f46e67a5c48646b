import { currentDays } from "../local-day.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";

/** The time of a search, and the current day of each time zone of listings. */
export type Moment = { now: number; today: Readonly<Record<string, number>> };

export function momentOf(now: Date): Moment {
  let today: Moment["today"] | undefined;
  return {
    now: now.getTime(),
    get today() {
      today ??= currentDays(now);
      return today;
    },
  };
}

/** Filters with the time, where they depend on it. */
export function atMoment(conditions: ListingFilters, moment: Moment): ListingFilters {
  const { openHouse, daysOnMarket, listedWithinDays, priceReducedDays } = conditions;
  return {
    ...conditions,
    ...(openHouse && { now: moment.now }),
    ...((daysOnMarket || (listedWithinDays ?? priceReducedDays) !== undefined) && { today: moment.today }),
  };
}
