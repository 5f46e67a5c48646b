import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { isInScope, type LabelScope, ownFirst } from "../../records/label-scope.ts";

/** Admins start jobs, for all brokerages. */
const LABELS: LabelScope = null;

/** A photo of a listing, and the picture that it shows. */
export type JobImage = { photoId: number; listingId: number; enrichmentId: number };

/** The filter of a job's photos. */
export type Wanted = {
  /** Also enriched photos. */
  force: boolean;
  /** The current models (`enriched_by`). */
  enrichedBy: string;
  roomTypes: readonly string[] | null;
  /** Rounded to single precision as in the column (`Math.fround`). */
  minQuality: number | null;
};

/** All photos of these listings, in their order. Index: listing_images_pkey. Expected: some thousand. */
export function imagesOfListings(
  db: Db,
  listings: readonly number[],
  wanted: Wanted | null = null,
): Promise<JobImage[]> {
  return rowsOf(
    db,
    sql<JobImage>`
    select shown.photo_id::float8 as "photoId", listing_id::float8 as "listingId", shown.enrichment_id as "enrichmentId"
    from unnest(${listings}::bigint[]) with ordinality as asked (listing_id, place)
    join listing_images using (listing_id)
    ${shownPhotos}
    where ${wanted ? isWanted(wanted) : sql`true`}
    order by asked.place, shown.nth`,
  );
}

export const shownPhotos = sql`
    cross join lateral unnest(photo_ids, enrichment_ids) with ordinality as shown (photo_id, enrichment_id, nth)
    join image_enrichments enrichments on enrichments.id = shown.enrichment_id`;

/** Evaluated only with a filter of rooms. Index: image_room_types_photo. */
const roomByHand = sql`(
      select room_type
      from image_room_types
      where image_room_types.photo_id = shown.photo_id and ${isInScope(LABELS)}
      order by ${ownFirst(LABELS)}, set_at desc, id desc
      limit 1
    )`;

/** New or changed: never enriched, failed, enriched by other models, or removed from search. */
export function isWanted({ force, enrichedBy, roomTypes, minQuality }: Wanted): RawBuilder<boolean> {
  return sql<boolean>`
    (${force} or enrichments.status <> 'enriched' or enrichments.enriched_by is distinct from ${enrichedBy} or shown.photo_id = any(unembedded_ids))
      and (${roomTypes}::text[] is null or coalesce(${roomByHand}, enrichments.room_type) = any(${roomTypes}::text[]))
      and (${minQuality}::real is null or enrichments.quality_score >= ${minQuality}::real)`;
}

async function rowsOf<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await query.execute(db);
  return rows;
}
