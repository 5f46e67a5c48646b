import { clientsWithFavorites } from "../../favorites/index.ts";
import {
  type HomeKeys,
  homeKeys,
  type ListingRow,
  type Moment,
  SingleListing,
  type StateRow,
  type UsesListings,
} from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { clientContacts } from "../../visitors/index.ts";
import type { KeptSearch, SavedSearchIndex } from "../index-of-searches/saved-search-index.ts";
import { filtersAt } from "../searches/criteria.ts";
import { type ChangeKinds, kindsOfChange } from "./change-kinds.ts";
import { KnownHomes, wasListedLately } from "./known-homes.ts";
import { nextState } from "./next-state.ts";
import { type StoredListing, storedListings } from "./stored-states.ts";

/** A change of a listing that searches or favorites are told of. */
export type MatchedChange = {
  listingId: number;
  revision: number;
  kinds: ChangeKinds;
  /** RESO StandardStatus, now. */
  status: string;
  /** The searches that match it now. `begins`: one that it did not match before, where it is no relisted home. */
  searches: { id: number; clientId: number; begins: boolean }[];
  favoriteOf: { clientId: number }[];
};

export type MatchedPage = {
  /** How many of the changes were compared: the others wait where these match many searches. */
  compared: number;
  matched: MatchedChange[];
  /** Listings whose price has risen, with the price. */
  risen: Map<number, number>;
  /** What is to be stored of the listings. */
  states: Map<number, StoredListing>;
};

/** Which sources a brokerage shows: null: all; undefined: the brokerage is disabled. */
export type SourcesOf = ReadonlyMap<number, ReadonlySet<number> | null>;

/** Searches that the changes of one page match: some seconds in one transaction. A change with more has a page of its own. */
const MOST_MATCHES = 5000;

/**
 * Compares a page of changes with all searches and favorites, each listing as it was with how it is, both under the present rules of
 * its source. The first change of a listing that was there before alerts were is only noted, as all are without searches and favorites.
 */
export async function matchPage(
  ctx: Context<UsesListings>,
  changes: readonly StateRow[],
  {
    index,
    listingsThrough,
    isFollowed,
    moment,
    sourcesOf,
  }: {
    index: SavedSearchIndex;
    listingsThrough: number;
    /** Whether there is any search or favorite. */
    isFollowed: boolean;
    moment: Moment;
    sourcesOf: SourcesOf;
  },
): Promise<MatchedPage> {
  const known = await storedListings(
    ctx.db,
    changes.map(({ id }) => id),
  );
  const homes = await KnownHomes.read(ctx.db, isFollowed ? keysOfNewHomes(changes, known) : []);
  const states = new Map<number, StoredListing>();
  const matched: MatchedChange[] = [];
  const risen = new Map<number, number>();
  const pair = {
    before: new SingleListing(ctx.listings.sources),
    after: new SingleListing(ctx.listings.sources),
  };
  const now = new Date(moment.now);
  let compared = 0;
  let found = 0;
  for await (const change of iterateYielding(changes)) {
    compared++;
    const before = known.get(change.id);
    const after = nextState(change, before, { listingsThrough, now });
    if (before || after.state) states.set(change.id, after);
    if (!isFollowed) continue;
    const match = compare(change, before, after);
    if (after.keys) homes.put(change.id, after.keys, after);
    if (!match) continue;
    matched.push(match);
    found += match.searches.length;
    if (found >= MOST_MATCHES) break;
  }
  await addFavorites(ctx, matched, changes, sourcesOf);
  return {
    compared,
    matched: matched.filter(({ searches, favoriteOf }) => searches.length + favoriteOf.length > 0),
    risen,
    states,
  };

  function compare(
    change: StateRow,
    before: StoredListing | undefined,
    after: StoredListing,
  ): MatchedChange | null {
    // What was never read, or only under other rules, has not changed.
    const isFirst = before === undefined && change.id <= listingsThrough;
    const isUnreadable = before !== undefined && before.state === null && before.keys !== null;
    if (isFirst || isUnreadable || after.state === null || isSameContent(before, after)) return null;
    pair.after.set(after.state);
    const row = pair.after.row;
    if (row === null) return null;
    pair.before.set(before?.state ?? null);
    if (pair.before.row && row.price > pair.before.row.price) risen.set(change.id, row.price);
    const wasPublic = before !== undefined && (before.isListed || before.listedUntil !== null);
    const kinds = kindsOfChange(pair.before.row, row, { wasPublic, now });
    return {
      listingId: change.id,
      revision: change.revision,
      kinds,
      status: row.status,
      searches: matchingSearches(row, change, { kinds, listedIn: listedIn(change.id, before, after) }),
      favoriteOf: [],
    };
  }

  /** The sources that have had the home on the market lately, where it comes on the market now: it is not new to who sees one of them. */
  function listedIn(
    id: number,
    before: StoredListing | undefined,
    { sourceId, keys }: StoredListing,
  ): ReadonlySet<number> {
    if (before?.isListed) return new Set();
    const sources = homes.sourcesUnderOtherIds(id, keys as HomeKeys, now);
    return wasListedLately(before?.listedUntil ?? null, now) ? sources.add(sourceId) : sources;
  }

  function matchingSearches(
    row: ListingRow,
    change: StateRow,
    { kinds, listedIn }: { kinds: ChangeKinds; listedIn: ReadonlySet<number> },
  ): MatchedChange["searches"] {
    const { backOnMarket, status, droppedFrom, openHouse } = kinds;
    const isEvent = backOnMarket || status || droppedFrom !== null || openHouse;
    const sees = (brokerageId: number) => isSeen(sourcesOf, brokerageId, row.source);
    return index
      .candidates(row, () => pair.after.words, sees)
      .flatMap((search) => {
        if (change.revision <= search.matchingAfter || !matches(pair.after, search)) return [];
        const isRelisted = [...listedIn].some((source) => isSeen(sourcesOf, search.brokerageId, source));
        const begins = !isRelisted && !matches(pair.before, search);
        return begins || isEvent ? [{ id: search.id, clientId: search.clientId, begins }] : [];
      });
  }

  function matches(listing: SingleListing, search: KeptSearch): boolean {
    const conditions = index.conditionsOf(search);
    const sourceIds = sourcesOf.get(search.brokerageId);
    const filters = filtersAt(conditions, moment, sourceIds ? [...sourceIds] : null);
    return listing.matches(filters, conditions.keywords);
  }
}

function isSeen(sourcesOf: SourcesOf, brokerageId: number, source: number): boolean {
  const sources = sourcesOf.get(brokerageId);
  return sources === null || sources?.has(source) === true;
}

/** Read again for rules of its source that have changed: nothing has happened to the listing itself. */
function isSameContent(before: StoredListing | undefined, { state }: StoredListing): boolean {
  const known = before?.state;
  return (
    known !== undefined &&
    known !== null &&
    state !== null &&
    state.content_revision === known.content_revision &&
    state.touches === known.touches
  );
}

/** Of listings that the public sees now and did not see before. */
function keysOfNewHomes(changes: readonly StateRow[], known: ReadonlyMap<number, StoredListing>): HomeKeys[] {
  return changes.flatMap((change) => {
    const { public_id, listing_id, id } = change;
    if (public_id === null || listing_id === null || known.get(id)?.isListed) return [];
    return homeKeys({ ...change, public_id });
  });
}

/** Clients with one of the listings among their favorites, whose brokerage shows it. */
async function addFavorites(
  { db }: Context,
  matched: readonly MatchedChange[],
  changes: readonly StateRow[],
  sourcesOf: SourcesOf,
): Promise<void> {
  const reported = new Map(
    matched
      .filter(({ kinds }) => kinds.droppedFrom !== null || kinds.status || kinds.backOnMarket)
      .map((each) => [each.listingId, each]),
  );
  if (reported.size === 0) return;
  const shown = new Map(
    changes.flatMap(({ id, listing_id, source_id }) =>
      listing_id !== null && reported.has(id) ? [[listing_id, { id, source_id }] as const] : [],
    ),
  );
  const favorites = await clientsWithFavorites(db, [...shown.keys()]);
  const clients = await clientContacts(db, [...new Set(favorites.map(({ client_id }) => client_id))]);
  for (const { listing_id, client_id } of favorites) {
    const { id, source_id } = shown.get(listing_id) as { id: number; source_id: number };
    const client = clients.get(client_id);
    if (client && isSeen(sourcesOf, client.brokerageId, source_id))
      reported.get(id)?.favoriteOf.push({ clientId: client_id });
  }
}
