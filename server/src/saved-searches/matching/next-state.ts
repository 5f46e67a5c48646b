import { homeKeys, type StateRow, stateOf } from "../../listings/index.ts";
import { SOLD } from "./change-kinds.ts";
import type { StoredListing } from "./stored-states.ts";

/** Statuses of listings that were on the market: read for the first time, they may be homes that are relisted soon. */
const WAS_LISTED: readonly string[] = ["Canceled", SOLD, "Expired", "Hold", "Withdrawn"];

/** What is to be stored of a listing after a change. @param listingsThrough see `listingsBeforeAlerts`. */
export function nextState(
  change: StateRow,
  before: StoredListing | undefined,
  { listingsThrough, now }: { listingsThrough: number; now: Date },
): StoredListing {
  const isListed = change.listing_id !== null && change.status !== SOLD;
  const { public_id } = change;
  return {
    // A listing that is gone has no source any more.
    sourceId: before?.sourceId ?? change.source_id,
    state: stateOf(change),
    keys: public_id === null ? (before?.keys ?? null) : homeKeys({ ...change, public_id }),
    isListed,
    listedUntil: isListed ? null : listedUntil(),
  };

  function listedUntil(): Date | null {
    if (before) return before.isListed ? now : before.listedUntil;
    if (!WAS_LISTED.includes(change.status)) return null;
    if (change.status === SOLD && change.sold_date !== null) return new Date(change.sold_date);
    return change.id <= listingsThrough ? change.updated_at : now;
  }
}
