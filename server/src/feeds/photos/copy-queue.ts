import { sql } from "kysely";
import { type ListingToCopy, listingsToCopy } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { recentRequests } from "./photo-requests.ts";
import { RequestLimits } from "./request-limits.ts";

/** 2: the preferred photo can be copied now; 1: others can; 0: all of them wait. */
export type Priority = 0 | 1 | 2;

type QueueEntry = {
  listingId: number;
  listDate: string | null;
  priority: Priority;
  pending: number;
  wakeAt: Date | null;
};

/**
 * Puts these listings of a source into the queue as they are now, or takes them out: those that are deleted, not public, or copied
 * completely.
 *
 * @param notBefore of listings for which nothing could be done, though they seemed ready.
 */
export async function refreshQueue(
  db: Db,
  sourceId: number,
  listingIds: readonly number[],
  { now, notBefore = new Map() }: { now: Date; notBefore?: ReadonlyMap<number, Date> },
): Promise<void> {
  const listings = await listingsToCopy(db, sourceId, listingIds);
  const photos = listings.flatMap((listing) => listing.photos);
  const limits = new RequestLimits(await recentRequests(db, { sourceId, photos, now }));
  const entries = listings.map((listing) => entryOf(listing, limits, now, notBefore.get(listing.id)));
  await putEntries(db, sourceId, entries);
  const kept = new Set(entries.map(({ listingId }) => listingId));
  const gone = listingIds.filter((id) => !kept.has(id));
  if (gone.length === 0) return;
  await db
    .deleteFrom("photo_copies")
    .where("source_id", "=", sourceId)
    .where("listing_id", "in", gone)
    .execute();
}

function entryOf(
  { id, listDate, photos }: ListingToCopy,
  limits: RequestLimits,
  now: Date,
  notBefore: Date | undefined,
): QueueEntry {
  const waits = photos.map((photo) =>
    Math.max(limits.readyAt(photo, now).getTime(), notBefore?.getTime() ?? 0),
  );
  const isReady = waits.map((wait) => wait <= now.getTime());
  const later = waits.filter((wait) => wait > now.getTime());
  const isPreferredReady = photos.some((photo, nth) => photo.isPreferred && isReady[nth]);
  return {
    listingId: id,
    listDate,
    priority: isPreferredReady ? 2 : isReady.includes(true) ? 1 : 0,
    pending: photos.length,
    wakeAt: later.length === 0 ? null : new Date(Math.min(...later)),
  };
}

/** Index: photo_copies_pkey. */
async function putEntries(db: Db, sourceId: number, entries: readonly QueueEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into photo_copies as queued (source_id, listing_id, list_date, priority, pending, wake_at)
    select ${sourceId}, listing_id, coalesce(list_date, '-infinity'), priority, pending, wake_at
    from unnest(
      ${entries.map(({ listingId }) => listingId)}::bigint[],
      ${entries.map(({ listDate }) => listDate)}::date[],
      ${entries.map(({ priority }) => priority)}::integer[],
      ${entries.map(({ pending }) => pending)}::integer[],
      ${entries.map(({ wakeAt }) => wakeAt)}::timestamptz[]
    ) as entries (listing_id, list_date, priority, pending, wake_at)
    on conflict (listing_id) do update set
      source_id = excluded.source_id,
      list_date = excluded.list_date,
      priority = excluded.priority,
      pending = excluded.pending,
      wake_at = excluded.wake_at
    where (queued.source_id, queued.list_date, queued.priority, queued.pending, queued.wake_at)
      is distinct from (excluded.source_id, excluded.list_date, excluded.priority, excluded.pending, excluded.wake_at)`.execute(
    db,
  );
}

/**
 * The listings whose photos are copied next, all of one priority: preferred photos of all listings first, the newest listings
 * first.
 *
 * Index: photo_copies_next, from its end. Expected: `limit` rows, and those of `except` that come before them.
 */
export async function nextToCopy(
  db: Db,
  sourceId: number,
  { limit, except = [] }: { limit: number; except?: readonly number[] },
): Promise<{ priority: Priority; listingIds: number[] }> {
  const rows = await db
    .selectFrom("photo_copies")
    .select(["listing_id", "priority"])
    .where("source_id", "=", sourceId)
    .where("priority", ">", 0)
    .where(sql<boolean>`listing_id <> all(${except}::bigint[])`)
    .orderBy("source_id", "desc")
    .orderBy("priority", "desc")
    .orderBy("list_date", "desc")
    .orderBy("listing_id", "desc")
    .limit(limit)
    .execute();
  const priority = (rows[0]?.priority ?? 0) as Priority;
  return {
    priority,
    listingIds: rows.filter((row) => row.priority === priority).map(({ listing_id }) => listing_id),
  };
}

/** Listings of which a photo may be asked for again. Index: photo_copies_waiting. */
export async function listingsToWake(db: Db, sourceId: number, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("photo_copies")
    .select("listing_id")
    .where("source_id", "=", sourceId)
    .where("wake_at", "<=", now)
    .orderBy("wake_at")
    .limit(limit)
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}

/**
 * Photos that are not copied yet, by the id of their source.
 *
 * Index: photo_copies_pending alone. Expected: an entry for each listing of these sources at most.
 */
export async function photosPending(db: Db, sourceIds: readonly number[]): Promise<Map<number, number>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("photo_copies")
    .select(["source_id", sql<number>`sum(pending)::float8`.as("pending")])
    .where("source_id", "in", sourceIds)
    .groupBy("source_id")
    .execute();
  return new Map(rows.map((row) => [row.source_id, row.pending]));
}
