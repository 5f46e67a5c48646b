import { sql } from "kysely";
import type { Static } from "typebox";
import type { UsesListings } from "../../listings/index.ts";
import { servingModel } from "../../model-vectors/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { listedPictures } from "../enrichment/index-capacity.ts";
import { syncPhotos } from "../photos/sync-photos.ts";
import { type Coverage, coverageAfter } from "./coverage-after.sql.ts";
import type { IndexStatistics } from "./indexing.schemas.ts";

/** About 25 photos each: a page takes 100 ms. */
const LISTINGS_A_PAGE = 1000;
const NOTED_WITHIN_MS = 5_000;

/**
 * Statistics of the photo index (SPEC: Index statistics), of the photos that public listings show: a picture that two
 * listings show counts twice, except in the capacity. Embeddings are those of the serving models.
 */
export async function getImageIndexStats(
  ctx: Context<UsesListings & UsesPhotos>,
): Promise<Static<typeof IndexStatistics>> {
  const { db, config } = ctx;
  // Photos of a fresh import are counted after their listings are synchronized.
  await syncPhotos(ctx, { withinMs: NOTED_WITHIN_MS });
  const { listings, photos, visuals, descriptions, both } = await coverage(ctx);
  const shown = Math.max(1, listings);
  return {
    total_properties: ctx.listings.index.size,
    properties_with_images: listings,
    total_images: photos,
    description_embeddings: descriptions,
    visual_embeddings: visuals,
    avg_images_per_property: Math.round((photos / shown) * 100) / 100,
    unindexed_images: photos - both,
    index_coverage: photos === 0 ? 0 : Math.floor((both / photos) * 10_000) / 10_000,
    last_indexed_at: await lastEnrichedAt(db),
    storage_size_mb: Math.round((await vectorBytes(db)) / 10_485.76) / 100,
    capacity: { used: await listedPictures(db), max: config.imageIndexCapacity },
  };
}

/** Page by page, which lets other work run in between. */
async function coverage({ db }: Context): Promise<Coverage> {
  const visual = (await servingModel(db, "visual"))?.model ?? null;
  const description = (await servingModel(db, "description"))?.model ?? null;
  const sum: Coverage = { listings: 0, photos: 0, visuals: 0, descriptions: 0, both: 0 };
  for (let after: number | null = 0; after !== null; ) {
    const page = await coverageAfter(db, { after, limit: LISTINGS_A_PAGE, visual, description });
    for (const name of Object.keys(sum) as (keyof Coverage)[]) sum[name] += page[name];
    after = page.last;
  }
  return sum;
}

/** When a picture was last enriched. Index: image_enrichments_enriched_at. */
export async function lastEnrichedAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ enriched_at: Date | null }>`
    select max(enriched_at) as enriched_at
    from image_enrichments
    where enriched_at is not null`.execute(db);
  return rows[0]?.enriched_at ?? null;
}

/** The size of the vectors and their indexes on disk, from the database's statistics. */
async function vectorBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('image_vectors')::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
