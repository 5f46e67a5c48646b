import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** A listing's photos in their order, and the reading of each. */
export type ListingImages = {
  listingId: number;
  /** Null when the listing is gone. */
  sourceId: number | null;
  photoIds: number[];
  readingIds: number[];
};

/**
 * Writes which pictures listings have, and whose they are, under new revisions where that has changed. In the transaction that moves
 * the reader on: one at a time does it, so revisions become visible in order.
 */
export async function storeListingImages(db: Db, listings: readonly ListingImages[]): Promise<void> {
  if (listings.length === 0) return;
  await sql`
    insert into listing_images (listing_id, revision, source_id, photo_ids, reading_ids)
    select listing_id, nextval('image_revisions'), source_id, photo_ids::bigint[], reading_ids::integer[]
    from unnest(
      ${listings.map(({ listingId }) => listingId)}::bigint[],
      ${listings.map(({ sourceId }) => sourceId)}::integer[],
      ${listings.map(({ photoIds }) => `{${photoIds.join()}}`)}::text[],
      ${listings.map(({ readingIds }) => `{${readingIds.join()}}`)}::text[]
    ) as given (listing_id, source_id, photo_ids, reading_ids)
    on conflict (listing_id) do update set
      revision = excluded.revision,
      source_id = excluded.source_id,
      photo_ids = excluded.photo_ids,
      reading_ids = excluded.reading_ids
    where listing_images.photo_ids != excluded.photo_ids
      or listing_images.reading_ids != excluded.reading_ids
      or listing_images.source_id is distinct from excluded.source_id`.execute(db);
}

export type ListingReadingsRow = {
  listing_id: number;
  revision: number;
  photos: number[];
  readings: number[];
  /** Of the photos those that no search finds. */
  unembedded: number[];
  /** Of the photos those of which nothing that models say is shown. */
  undescribed: number[];
};

/** What a process has not seen yet, in order. Index: listing_images_revision. */
export async function listingReadingsAfter(
  db: Db,
  revision: number,
  limit: number,
): Promise<ListingReadingsRow[]> {
  const { rows } = await sql<ListingReadingsRow>`
    select listing_id, revision, photo_ids::float8[] as photos, reading_ids as readings,
      unembedded_ids::float8[] as unembedded, undescribed_ids::float8[] as undescribed
    from listing_images
    where revision > ${revision}
    order by revision
    limit ${limit}`.execute(db);
  return rows;
}

/** One picture of one listing. */
export type ListingPicture = { listingId: number; readingId: number };
export type PhotoOfListing = ListingPicture & { photoId: number };

/**
 * The photos that listings show of these pictures; none that searches are not to find any more.
 *
 * Index: listing_images_pkey. Expected: some hundred.
 */
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
    where asked.reading_id = any(reading_ids)
      and photo_ids[array_position(reading_ids, asked.reading_id)] <> all(unembedded_ids)`.execute(db);
  return rows;
}
