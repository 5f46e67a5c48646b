import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PlacedImage } from "./placed-images.sql.ts";

/** Removes these photos from search. Call it under the lock of `listingImagesCursor`. Index: listing_images_pkey. */
export async function removeFromSearch(
  db: Db,
  images: readonly PlacedImage[],
  { descriptions }: { descriptions: boolean },
): Promise<void> {
  await sql`
    update listing_images
    set revision = nextval('image_revisions'),
      unembedded_ids = array(select unnest(unembedded_ids) union select unnest(gone.photo_ids)),
      undescribed_ids = case
        when ${descriptions} then array(select unnest(undescribed_ids) union select unnest(gone.photo_ids))
        else undescribed_ids
      end
    from (${photosByListing(images)}) gone
    where listing_images.listing_id = gone.listing_id`.execute(db);
}

/**
 * Deletes the vectors of those pictures that no searchable photo shows, and the descriptions of those that no photo
 * shows with a description. Call it under the lock of `imageVectorsCursor`.
 *
 * Index: listing_images_enrichment_ids, image_vectors_pkey, image_enrichments_pkey. Expected: up to 1,000 pictures.
 */
export async function deleteUnsearchable(db: Db, enrichmentIds: readonly number[]): Promise<void> {
  const { rows: removed } = await sql<{ id: number }>`
    update image_enrichments
    set status = 'removed', failure = null, failures_in_row = 0, retry_at = 'infinity'
    where id = any(${enrichmentIds}::integer[])
      and not exists (${showing(sql`unembedded_ids`)})
    returning id`.execute(db);
  const ids = removed.map(({ id }) => id);
  await sql`delete from image_vectors where enrichment_id = any(${ids}::integer[])`.execute(db);
  await sql`
    update image_enrichments
    set description = null, vision_model = null, room_type = null, room_confidence = null, features = null
    where id = any(${ids}::integer[])
      and not exists (${showing(sql`undescribed_ids`)})`.execute(db);
}

/** Listings that show the picture by a photo other than these. */
function showing(except: ReturnType<typeof sql>) {
  return sql`
    select 1
    from listing_images
    where enrichment_ids @> array[image_enrichments.id]
      and photo_ids[array_position(enrichment_ids, image_enrichments.id)] <> all(${except})`;
}

/**
 * Returns removed photos to search, because their enrichment was requested. Call it under the lock of
 * `listingImagesCursor`.
 *
 * Index: listing_images_pkey, image_enrichments_pkey.
 */
export async function restoreToSearch(
  db: Db,
  images: readonly { photoId: number; listingId: number; enrichmentId: number }[],
  now: Date,
): Promise<void> {
  await sql`
    update listing_images
    set revision = nextval('image_revisions'),
      unembedded_ids = array(select unnest(unembedded_ids) except select unnest(wanted.photo_ids)),
      undescribed_ids = array(select unnest(undescribed_ids) except select unnest(wanted.photo_ids))
    from (${photosByListing(images)}) wanted
    where listing_images.listing_id = wanted.listing_id
      and (unembedded_ids && wanted.photo_ids or undescribed_ids && wanted.photo_ids)`.execute(db);
  await sql`
    update image_enrichments
    set status = 'pending', retry_at = ${now}
    where id = any(${images.map(({ enrichmentId }) => enrichmentId)}::integer[])
      and status = 'removed'`.execute(db);
}

/**
 * Queues those of these pictures that were removed and that a photo in search now shows.
 *
 * Index: image_enrichments_removed, which is small; listing_images_enrichment_ids.
 */
export async function requeueVisible(db: Db, enrichmentIds: readonly number[], now: Date): Promise<void> {
  await sql`
    update image_enrichments
    set status = 'pending', retry_at = ${now}
    where status = 'removed'
      and id = any(${enrichmentIds}::integer[])
      and exists (${showing(sql`unembedded_ids`)})`.execute(db);
}

function photosByListing(images: readonly { photoId: number; listingId: number }[]) {
  return sql`
    select listing_id, array_agg(photo_id) as photo_ids
    from unnest(
      ${images.map(({ listingId }) => listingId)}::bigint[],
      ${images.map(({ photoId }) => photoId)}::bigint[]
    ) as given (listing_id, photo_id)
    group by listing_id`;
}
