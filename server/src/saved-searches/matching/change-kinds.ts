import { type ListingRow, openHousesOf } from "../../listings/index.ts";
import type { EventKind } from "../saved-searches.schemas.ts";

/** What a change of a listing is, for every search. */
export type ChangeKinds = {
  /** The price before a drop; null: it has not dropped. */
  droppedFrom: number | null;
  backOnMarket: boolean;
  /** Its status is another one than the public saw last. */
  status: boolean;
  /** It has an open house that it did not have. */
  openHouse: boolean;
};

const ACTIVE = "Active";
/** RESO: such a home may be shown, and is not on the market. */
export const SOLD = "Closed";
/** From which a listing becomes Active for the first time. */
const COMING = "Coming Soon";

/**
 * Compares what the public saw of a listing with what it sees now (search.md, Saved searches and alerts).
 *
 * @param before null: it was not public.
 * @param wasPublic whether it was at any earlier time.
 */
export function kindsOfChange(
  before: ListingRow | null,
  after: ListingRow,
  { wasPublic, now }: { wasPublic: boolean; now: Date },
): ChangeKinds {
  const returned = before === null && wasPublic;
  const changedStatus = before !== null && before.status !== after.status;
  const isBack = returned || (changedStatus && before.status !== COMING);
  return {
    droppedFrom: before !== null && after.price < before.price ? before.price : null,
    backOnMarket: after.status === ACTIVE && isBack,
    status: changedStatus || returned,
    openHouse: hasNewOpenHouse(before, after, now),
  };
}

function hasNewOpenHouse(before: ListingRow | null, after: ListingRow, now: Date): boolean {
  const known = new Set(
    before === null ? [] : openHousesOf(before).map(({ id, starts }) => `${id} ${starts}`),
  );
  return openHousesOf(after).some(
    ({ id, starts, ends }) => ends > now.getTime() && !known.has(`${id} ${starts}`),
  );
}

/** The kinds of a change for a search. `begins`: the listing matches it since this change, and is no relisted home. */
export function kindsForSearch(change: ChangeKinds, begins: boolean): EventKind[] {
  return [
    ...(begins ? (["new"] as const) : []),
    ...kindsForFavorite(change),
    ...(change.openHouse ? (["open_house"] as const) : []),
  ];
}

/** Favorites tell of prices and statuses (D53). */
export function kindsForFavorite({ droppedFrom, backOnMarket, status }: ChangeKinds): EventKind[] {
  return [
    ...(droppedFrom !== null ? (["price_drop"] as const) : []),
    ...(backOnMarket ? (["back_on_market"] as const) : []),
    ...(status ? (["status"] as const) : []),
  ];
}
