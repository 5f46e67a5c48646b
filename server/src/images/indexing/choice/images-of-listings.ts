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

/** A listing with matching photos. */
export type Candidate = {
  listing_id: number;
  /** When its least recently tried photo was last tried; null: at least one was never tried. */
  tried_at: Date | null;
};

/** The listings with matching photos in the page after that listing. Index: listing_images_pkey. */
export async function candidates(
  db: Db,
  wanted: Wanted,
  { after, among, limit }: { after: number; among: readonly number[] | null; limit: number },
): Promise<{ found: Candidate[]; last: number | null }> {
  const { rows } = await sql<Candidate & { wanted: number }>`
    select listing_id::float8 as listing_id, wanted::float8 as wanted, tried_at
    from (
      select listing_id, photo_ids, enrichment_ids, unembedded_ids
      from listing_images
      where listing_id > ${after}
        and (${among}::bigint[] is null or listing_id = any(${among}::bigint[]))
      order by listing_id
      limit ${limit}
    ) listing_images
    cross join lateral (
      select count(*) as wanted, case when bool_and(tries.last is not null) then min(tries.last) end as tried_at
      from (select) here
      ${shownPhotos}
      cross join lateral (select greatest(enrichments.enriched_at, enrichments.failed_at) as last) tries
      where ${isWanted(wanted)}
    ) photos
    order by listing_id`.execute(db);
  return { found: rows.filter((row) => row.wanted > 0), last: rows.at(-1)?.listing_id ?? null };
}

const shownPhotos = sql`
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
function isWanted({ force, enrichedBy, roomTypes, minQuality }: Wanted): RawBuilder<boolean> {
  return sql<boolean>`
    (${force} or enrichments.status <> 'enriched' or enrichments.enriched_by is distinct from ${enrichedBy} or shown.photo_id = any(unembedded_ids))
      and (${roomTypes}::text[] is null or coalesce(${roomByHand}, enrichments.room_type) = any(${roomTypes}::text[]))
      and (${minQuality}::real is null or enrichments.quality_score >= ${minQuality}::real)`;
}

async function rowsOf<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await query.execute(db);
  return rows;
}
