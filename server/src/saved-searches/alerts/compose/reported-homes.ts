import {
  type ListingRow,
  momentOf,
  openHousesOf,
  type SingleListing,
  type StateRow,
  stateOf,
} from "../../../listings/index.ts";
import type { Context } from "../../../platform/context.ts";
import { SOLD } from "../../matching/change-kinds.ts";
import type { AlertChannel, EventKind } from "../../saved-searches.schemas.ts";
import { type Conditions, conditionsOfSearch, filtersAt } from "../../searches/criteria.ts";
import type { SavedSearchRow } from "../../searches/saved-search-row.ts";
import { effectiveFrequency } from "../backoff.ts";
import type { Recipient } from "../recipients.ts";
import type { AlertEvent } from "./alert-events.sql.ts";

/** A home that an alert tells of, and why. */
export type ReportedHome = {
  listingId: number;
  /** In the order in which they are told: the first is what the alert is about. */
  kinds: EventKind[];
  /** The price before drops that are told. */
  fromPrice: number | null;
  /** The searches that find it and want to tell it. */
  searchIds: number[];
  isFavorite: boolean;
  nextOpenHouse: { starts: number; ends: number; zone: string } | null;
};

/** What is known of the client of an alert. */
export type AlertedClient = {
  recipient: Recipient;
  channel: AlertChannel;
  searches: ReadonlyMap<number, SavedSearchRow>;
  /** Public ids of their favorites among the listings. */
  favorites: ReadonlySet<string>;
  /** The sources that their brokerage shows now; null: all. */
  sourceIds: readonly number[] | null;
};

/** Reasons in the order in which they are reported, of a home and in an alert. */
export const REASONS: readonly EventKind[] = ["new", "back_on_market", "price_drop", "status", "open_house"];

/**
 * What an alert tells, by what is true now: not what is gone, what no search finds any more or wants to tell, and no price that is back
 * where it was (search.md).
 *
 * @param single compares the listings.
 */
export function reportedHomes(
  { clock }: Pick<Context, "clock">,
  single: SingleListing,
  events: readonly AlertEvent[],
  states: ReadonlyMap<number, StateRow>,
  client: AlertedClient,
): ReportedHome[] {
  const now = clock.now();
  const moment = momentOf(now);
  const homes: ReportedHome[] = [];
  const read = new Map<number, Conditions>();
  for (const [listingId, own] of Map.groupBy(events, ({ listing_id }) => listing_id)) {
    const stored = states.get(listingId);
    single.set(stored ? stateOf(stored) : null);
    const { row } = single;
    if (row === null || client.sourceIds?.includes(row.source) === false) continue;
    const home = emptyHome(row, now);
    for (const event of own) {
      const valid = event.kinds.filter((kind) => stillHolds(kind, event, row, home));
      const wishes = event.search_ids
        .flatMap((id) => client.searches.get(id) ?? [])
        .filter((search) => wants(search, valid, client, now) && matches(search));
      const asFavorite = event.of_favorite && valid.some(isOfFavorites) && wantsFavorite(row, client, now);
      const reported = valid.filter(
        (kind) => wishes.some(({ events }) => events.includes(kind)) || (asFavorite && isOfFavorites(kind)),
      );
      if (reported.length === 0) continue;
      home.kinds = [...new Set([...home.kinds, ...reported])];
      home.searchIds = [...new Set([...home.searchIds, ...wishes.map(({ id }) => id)])];
      home.isFavorite ||= asFavorite;
      if (reported.includes("price_drop"))
        home.fromPrice = Math.max(home.fromPrice ?? 0, event.from_price ?? 0);
    }
    home.kinds = ordered(home.kinds);
    if (home.kinds.length > 0) homes.push(home);
  }
  return homes.sort((a, b) => rankOf(a) - rankOf(b));

  function matches({ id, filters, criteria }: SavedSearchRow): boolean {
    const conditions = read.get(id) ?? conditionsOfSearch(filters, criteria);
    read.set(id, conditions);
    return single.matches(filtersAt(conditions, moment, client.sourceIds), conditions.keywords);
  }
}

function emptyHome(row: ListingRow, now: Date): ReportedHome {
  const [next = null] = openHousesOf(row)
    .filter(({ ends }) => ends > now.getTime())
    .sort((a, b) => a.starts - b.starts);
  return {
    listingId: row.id,
    kinds: [],
    fromPrice: null,
    searchIds: [],
    isFavorite: false,
    nextOpenHouse: next && { starts: next.starts, ends: next.ends, zone: next.zone },
  };
}

function stillHolds(
  kind: EventKind,
  event: AlertEvent,
  row: ListingRow,
  { nextOpenHouse }: ReportedHome,
): boolean {
  if (kind === "status") return row.status === event.status;
  if (kind === "back_on_market") return row.status === "Active";
  // A home that was sold meanwhile is not new, and its price does not matter any more.
  if (row.status === SOLD && event.status !== SOLD) return false;
  if (kind === "price_drop") return event.from_price !== null && row.price < event.from_price;
  if (kind === "open_house") return nextOpenHouse !== null;
  return true;
}

/** Favorites tell of prices and statuses (D53). */
function isOfFavorites(kind: EventKind): boolean {
  return kind !== "new" && kind !== "open_house";
}

/** A home that is back on the market is not told as new, nor is its status told as well. */
function ordered(kinds: readonly EventKind[]): EventKind[] {
  const isBack = kinds.includes("back_on_market");
  return REASONS.filter((kind) => kinds.includes(kind) && !(isBack && (kind === "new" || kind === "status")));
}

function wants(
  search: SavedSearchRow,
  kinds: readonly EventKind[],
  { recipient, channel }: AlertedClient,
  now: Date,
): boolean {
  return (
    search.channels.includes(channel) &&
    search.events.some((kind) => kinds.includes(kind)) &&
    effectiveFrequency(search, recipient, now) !== "off"
  );
}

function wantsFavorite(
  { listingId }: ListingRow,
  { recipient, channel, favorites }: AlertedClient,
  now: Date,
): boolean {
  return (
    favorites.has(listingId) &&
    recipient.favorites.channels.includes(channel) &&
    effectiveFrequency(recipient.favorites, recipient, now) !== "off"
  );
}

function rankOf({ kinds }: ReportedHome): number {
  return REASONS.indexOf(kinds[0] as EventKind);
}
