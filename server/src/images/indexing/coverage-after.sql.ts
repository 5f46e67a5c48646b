import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Listings with photos, their photos, and how many of those have which vectors. */
export type Coverage = {
  listings: number;
  photos: number;
  visuals: number;
  descriptions: number;
  both: number;
};

/**
 * The coverage of one page of listings, after that one. `last`: where the next page begins; null after the last page.
 *
 * Index: listing_images_pkey, image_vectors_pkey. Expected: 1,000 listings with about 25 photos each.
 */
export async function coverageAfter(
  db: Db,
  page: { after: number; limit: number; visual: string | null; description: string | null },
): Promise<Coverage & { last: number | null }> {
  const { rows } = await sql<Coverage & { last: number | null }>`
    select (count(distinct listing_id) filter (where photo_id is not null))::float8 as listings,
      count(photo_id)::float8 as photos,
      (count(*) filter (where has_visual))::float8 as visuals,
      (count(*) filter (where has_description))::float8 as descriptions,
      (count(*) filter (where has_visual and has_description))::float8 as both,
      max(listing_id)::float8 as last
    from (
      select listing_id, shown.photo_id,
        is_found and visual.enrichment_id is not null as has_visual,
        is_found and description.enrichment_id is not null as has_description
      from (
        select listing_id, photo_ids, enrichment_ids, unembedded_ids
        from listing_images
        where listing_id > ${page.after}
        order by listing_id
        limit ${page.limit}
      ) listing_images
      left join lateral (
        select photo_id, enrichment_id, photo_id <> all(unembedded_ids) as is_found
        from unnest(photo_ids, enrichment_ids) as each (photo_id, enrichment_id)
      ) shown on true
      left join image_vectors visual on visual.enrichment_id = shown.enrichment_id
        and visual.kind = 'visual' and visual.model = ${page.visual}
      left join image_vectors description on description.enrichment_id = shown.enrichment_id
        and description.kind = 'description' and description.model = ${page.description}
    ) photos`.execute(db);
  return rows[0] as Coverage & { last: number | null };
}
