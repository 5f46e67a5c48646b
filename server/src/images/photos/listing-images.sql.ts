import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** A listing's photos in their order, and the reading of each. */
export type ListingImages = { listingId: number; photoIds: number[]; readingIds: number[] };

/**
 * Writes which pictures listings have, under new revisions where that has changed. In the transaction that moves the reader on:
 * one at a time does it, so revisions become visible in order.
 */
export async function storeListingImages(db: Db, listings: readonly ListingImages[]): Promise<void> {
  if (listings.length === 0) return;
  await sql`
    insert into listing_images (listing_id, revision, photo_ids, reading_ids)
    select listing_id, nextval('image_revisions'), photo_ids::bigint[], reading_ids::integer[]
    from unnest(
      ${listings.map(({ listingId }) => listingId)}::bigint[],
      ${listings.map(({ photoIds }) => `{${photoIds.join()}}`)}::text[],
      ${listings.map(({ readingIds }) => `{${readingIds.join()}}`)}::text[]
    ) as given (listing_id, photo_ids, reading_ids)
    on conflict (listing_id) do update set
      revision = excluded.revision,
      photo_ids = excluded.photo_ids,
      reading_ids = excluded.reading_ids
    where listing_images.photo_ids != excluded.photo_ids
      or listing_images.reading_ids != excluded.reading_ids`.execute(db);
}

export type ListingReadingsRow = { listing_id: number; revision: number; reading_ids: number[] };

/** What a process has not seen yet, in order. Index: listing_images_revision. */
export async function listingReadingsAfter(
  db: Db,
  revision: number,
  limit: number,
): Promise<ListingReadingsRow[]> {
  return db
    .selectFrom("listing_images")
    .select(["listing_id", "revision", "reading_ids"])
    .where("revision", ">", revision)
    .orderBy("revision")
    .limit(limit)
    .execute();
}

/** One picture of one listing. */
export type ListingPicture = { listingId: number; readingId: number };
export type PhotoOfListing = ListingPicture & { photoId: number };

/** The photos that listings show of these pictures. Index: listing_images_pkey. Expected: some hundred. */
export async function photosOfPictures(
  db: Db,
  pictures: readonly ListingPicture[],
): Promise<PhotoOfListing[]> {
  const { rows } = await sql<PhotoOfListing>`
    select asked.listing_id as "listingId", asked.reading_id as "readingId",
      photo_ids[array_position(reading_ids, asked.reading_id)] as "photoId"
    from unnest(
      ${pictures.map(({ listingId }) => listingId)}::bigint[],
      ${pictures.map(({ readingId }) => readingId)}::integer[]
    ) as asked (listing_id, reading_id)
    join listing_images using (listing_id)
    where asked.reading_id = any(reading_ids)`.execute(db);
  return rows;
}
