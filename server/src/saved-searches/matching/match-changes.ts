import { sql } from "kysely";
import { visibleSourceIds } from "../../brokerages/index.ts";
import { ChangeCursor } from "../../change-cursors/index.ts";
import { leadSettingsOfAll } from "../../lead-settings/index.ts";
import {
  changedStates,
  listingsGone,
  missedDeletions,
  momentOf,
  type UsesListings,
} from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { lockRecipients } from "../alerts/recipients.ts";
import { storeEvents } from "../alerts/store-events.ts";
import { clientEvents } from "../alerts/wishes.ts";
import type { UsesSavedSearches } from "../services.ts";
import { cancelDrops, clientsAwaitingDrops } from "./cancel-drops.sql.ts";
import { type MatchedPage, matchPage } from "./match-page.ts";
import { haveFollowers, listingsBeforeAlerts } from "./matching-activity.ts";
import { listingIdsAfter, type StoredListing, storedListings, storeListings } from "./stored-states.ts";

/** The job that follows the changes of listings for searches and favorites. */
export const matchChangesJob = "match-listing-changes";
/** Changes in one transaction, at most: some hundred milliseconds where each matches a hundred searches. */
const PAGE = 200;
/** Follows the listings' change log. */
const cursor = new ChangeCursor("saved searches");

type MatchingContext = Context<UsesListings & UsesSavedSearches>;

/**
 * Finds the searches and favorites that changes of listings concern, and schedules what their clients are told, until no change is left.
 * A page of changes, what it causes and the position in the change log are one transaction, under the cursor's lock: one process at a
 * time, and nothing twice. Without searches and favorites listings are noted too, so that a first search hears of the next change.
 *
 * @returns how many changes were read.
 */
export async function matchChanges(ctx: MatchingContext): Promise<number> {
  let total = 0;
  while (!ctx.signal.aborted) {
    // Before the transaction, in which the pool may not be used.
    await ctx.listings.sources.refresh();
    const { read, isLast } = await inTransaction(ctx, matchNextPage);
    total += read;
    if (isLast) break;
  }
  return total;
}

async function matchNextPage(ctx: MatchingContext): Promise<{ read: number; isLast: boolean }> {
  const { db, clock } = ctx;
  const position = await cursor.lock(db);
  const missed = await missedDeletions(db, position);
  if (missed !== null) {
    await forgetGone(db, clock.now());
    await cursor.settleDeletions(db, missed);
  }
  const changes = await changedStates(db, position.revision, PAGE);
  if (changes.length === 0) return { read: 0, isLast: true };

  // After the changes: a search that was committed before one of them is known then.
  const isFollowed = await haveFollowers(db);
  const { searches } = ctx.savedSearches;
  await searches.catchUp(db);
  const now = clock.now();
  const zones = new Map([...(await leadSettingsOfAll(db))].map(([id, { time_zone }]) => [id, time_zone]));
  const sourcesOf = await visibleSourceIds(db, [...zones.keys()]);
  const page = await matchPage(ctx, changes, {
    index: searches.index,
    listingsThrough: await listingsBeforeAlerts(db),
    isFollowed,
    moment: momentOf(now),
    sourcesOf,
  });
  await schedule(ctx, page, zones, now);
  await storeListings(db, page.states);
  const read = page.compared;
  const isLast = read === changes.length && changes.length < PAGE;
  const { revision: to } = changes[read - 1] as { revision: number };
  await cursor.advance(db, { from: position.revision, to, atEnd: isLast });
  return { read, isLast };
}

/** Clients are locked, and their wishes read again: what changes them afterwards finds these events, and schedules them anew. */
async function schedule(
  ctx: MatchingContext,
  { matched, risen }: MatchedPage,
  zones: ReadonlyMap<number, string>,
  now: Date,
): Promise<void> {
  const { searches } = ctx.savedSearches;
  const clientIds = [
    ...matched.flatMap(({ searches, favoriteOf }) =>
      [...searches, ...favoriteOf].map(({ clientId }) => clientId),
    ),
    ...(await clientsAwaitingDrops(ctx.db, [...risen.keys()])),
  ];
  if (clientIds.length === 0) return;
  const recipients = await lockRecipients(ctx.db, [...new Set(clientIds)], (brokerageId) =>
    zones.get(brokerageId),
  );
  await cancelDrops(ctx.db, risen);
  await searches.catchUp(ctx.db);
  const ids = new Set(matched.flatMap(({ searches }) => searches.map(({ id }) => id)));
  const existing = await existingSearches(ctx.db, [...ids]);
  for (const id of ids) if (!existing.has(id)) searches.index.remove(id);
  const events = await clientEvents(matched, { index: searches.index, existing, recipients, now });
  await storeEvents(ctx, events, { recipients, now });
}

/** Index: saved_searches_pkey. */
async function existingSearches(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("saved_searches")
    .select("id")
    .where("id", "=", sql<number>`any(${ids}::integer[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const GONE_PAGE = 5000;

/** Deletions that were pruned unread: what is stored of those listings is compared with what is there. */
async function forgetGone(db: Db, now: Date): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await listingIdsAfter(db, after, GONE_PAGE);
    const gone = await listingsGone(db, ids);
    const stored = await storedListings(db, gone);
    await storeListings(db, new Map([...stored].map(([id, each]) => [id, withoutState(each, now)])));
    if (ids.length < GONE_PAGE) return;
    after = ids.at(-1) as number;
  }
}

function withoutState({ sourceId, keys, isListed, listedUntil }: StoredListing, now: Date): StoredListing {
  return { sourceId, state: null, keys, isListed: false, listedUntil: isListed ? now : listedUntil };
}
