import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { changesAfter } from "./changes-after.sql.ts";
import { lockRevisions } from "./import/batch-writer.ts";
import { FieldReader, type RawRecord } from "./import/field-reader.ts";
import { type FeedPhoto, photoKey } from "./import/listing-record.ts";
import { readMedia } from "./import/normalise-media.ts";
import { isPublic } from "./statuses.ts";

/** A photo that is not copied, or has changed since. */
export type UncopiedPhoto = {
  id: number;
  /** The MediaKey; the address where there is none. */
  key: string;
  url: string;
  /** When its MLS has changed it, as the database writes it. */
  modifiedAt: string | null;
  /** Whether MediaKey and time tell which picture it is; else its address does, too. */
  isTimed: boolean;
  isPreferred: boolean;
};

export type ListingToCopy = {
  id: number;
  listingKey: string;
  listDate: string | null;
  /** In their order; at least one. */
  photos: UncopiedPhoto[];
};

/** A copy of a photo as it was read. */
export type PhotoCopy = {
  photo: UncopiedPhoto;
  copyKey: string;
  /** When its MLS has changed it, where that was read with the address. */
  fetchedModifiedAt: string | null;
};

/**
 * The listings of a source that have changed after `revision`, in the order of their changes, with deleted ones of all sources.
 * Index: see `changesAfter`.
 */
export function listingsOfSourceChangedAfter(
  db: Db,
  { sourceId, revision, limit }: { sourceId: number; revision: number; limit: number },
): Promise<{ id: number; revision: number; isOfSource: boolean }[]> {
  return changesAfter(db, sql`coalesce(source_id = ${sourceId}, true) as "isOfSource"`, { revision, limit });
}

/**
 * Those of these listings that are public and have photos that are not copied.
 *
 * Index: listings_pkey, listing_photos_identity. Expected: some hundred listings, some 25 photos each.
 */
export async function listingsToCopy(
  db: Db,
  sourceId: number,
  listingIds: readonly number[],
): Promise<ListingToCopy[]> {
  const { rows } = await sql<ListingToCopy>`
    select listings.id, listing_key as "listingKey", list_date as "listDate", photos
    from listings
    cross join lateral (
      select json_agg(
        json_build_object(
          'id', id, 'key', coalesce(media_key, url), 'url', url, 'modifiedAt', modified_at,
          'isTimed', media_key is not null and modified_at is not null, 'isPreferred', position = first_position
        )
        order by position
      ) filter (where not copy_is_current) as photos
      from (
        select listing_photos.*, min(position) over () as first_position
        from listing_photos
        where listing_photos.listing_id = listings.id
      ) placed
    ) uncopied
    where listings.id = any(${listingIds}::bigint[])
      and source_id = ${sourceId}
      and photos is not null
      and ${isPublic}`.execute(db);
  return rows;
}

/** Photos of Media as a server has sent it, by their keys. */
export function photosInMedia(media: RawRecord[]): Map<string, FeedPhoto> {
  const photos = readMedia(new FieldReader({ Media: media }));
  return new Map(photos.map((photo) => [photoKey(photo), photo]));
}

/**
 * Shows these copies. A photo that has changed since it was read stays as it is, unless the copy was read with that change: the feed
 * may store the listing meanwhile. Call it in a transaction.
 *
 * Index: listing_photos_pkey, listings_pkey. Expected: some hundred photos.
 */
export async function storePhotoCopies(db: Db, copies: readonly PhotoCopy[]): Promise<void> {
  // First, as every writer of listings does.
  await lockRevisions(db);
  await sql`
    with copied as (
      update listing_photos
      set copy_key = copies.copy_key, copy_is_current = true,
        copy_modified_at = copies.fetched_modified_at
      from unnest(
        ${copies.map(({ photo }) => photo.id)}::bigint[],
        ${copies.map(({ photo }) => photo.url)}::text[],
        ${copies.map(({ photo }) => photo.modifiedAt)}::timestamptz[],
        ${copies.map(({ photo }) => photo.isTimed)}::boolean[],
        ${copies.map(({ copyKey }) => copyKey)}::text[],
        ${copies.map(({ fetchedModifiedAt }) => fetchedModifiedAt)}::timestamptz[]
      ) as copies (id, url, modified_at, is_timed, copy_key, fetched_modified_at)
      where listing_photos.id = copies.id
        and (
          listing_photos.modified_at is not distinct from copies.modified_at
          or listing_photos.modified_at = copies.fetched_modified_at
        )
        and (copies.is_timed or listing_photos.url = copies.url)
      returning listing_photos.listing_id
    )
    update listings
    set updated_at = now()
    where id in (select listing_id from copied)`.execute(db);
}
