import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { changesAfter } from "./changes-after.sql.ts";
import {
  type DescribedListing,
  type DescriptionRow,
  descriptionColumns,
  readableByModels,
} from "./described-listings.sql.ts";
import { type ListingWithPhotos, visibleToModels, withPhotos } from "./photos-of-listings.sql.ts";

/** The position of a reader of the change log, and the last pruning of deletions that it has handled. */
export type ReaderPosition = { revision: number; comparedThrough: number };

/**
 * Whether deletions that the reader has not read may have been pruned. Then the reader drops its data of deleted listings
 * (`listingsGone`), stores the number as `comparedThrough`, and continues: changes are never pruned. A new reader has no data, and
 * compares nothing. Call it before `changesAfter`, in the same transaction if there is one.
 *
 * @returns up to which revision deletions were pruned; null when none is missed.
 */
export async function missedDeletions(
  db: Db,
  { revision, comparedThrough }: ReaderPosition,
): Promise<number | null> {
  const row = await db.selectFrom("listing_log").select("pruned_through").executeTakeFirstOrThrow();
  return row.pruned_through > Math.max(revision, comparedThrough) ? row.pruned_through : null;
}

/** Those of these listings that are deleted. Index: listings_pkey. Expected: some thousand ids. */
export async function listingsGone(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select given.id
    from unnest(${ids}::bigint[]) as given (id)
    where not exists (select 1 from listings where listings.id = given.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The listings that have changed after `revision`, in the order of their changes, public or not. Deleted listings are returned as
 * not public. Index: see `changesAfter`.
 */
export async function listingsChangedAfter(
  db: Db,
  revision: number,
  limit: number,
): Promise<DescribedListing[]> {
  const rows = await changesAfter<DescriptionRow>(db, descriptionColumns, { revision, limit });
  return readableByModels(db, rows);
}

/**
 * The photos of the listings that have changed after `revision`, in the order of their changes.
 *
 * Index: see `changesAfter`; listing_photos_identity, some 25 rows each.
 */
export async function photosChangedAfter(
  db: Db,
  revision: number,
  limit: number,
): Promise<ListingWithPhotos[]> {
  return visibleToModels(db, await changesAfter<ListingWithPhotos>(db, withPhotos, { revision, limit }));
}
