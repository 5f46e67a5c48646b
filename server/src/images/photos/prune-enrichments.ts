import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { listingImagesCursor } from "../cursors.ts";
import { forgetGonePhotos } from "../records/delete-orphaned-labels.ts";

/** Ids per statement; each is looked up in listing_images_enrichment_ids. */
const IDS_A_TURN = 2000;

/**
 * Deletes the enrichments of pictures that no listing shows, and manual labels of deleted photos.
 *
 * @returns how many enrichments were deleted.
 */
export async function pruneEnrichments(ctx: Context): Promise<number> {
  const greatest = await ctx.db
    .selectFrom("image_enrichments")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  let forgotten = 0;
  for (let from = 0; from < (greatest?.id ?? 0) && !ctx.signal.aborted; from += IDS_A_TURN) {
    forgotten += await inTransaction(ctx, async ({ db }) => {
      // Prevents a listing synchronized now from referring to a deleted enrichment.
      await listingImagesCursor.lock(db);
      return forgetUnused(db, sql`id > ${from} and id <= ${from + IDS_A_TURN}`);
    });
  }
  await forgetGonePhotos(ctx);
  return forgotten;
}

/**
 * The same, at once, only for pictures that take index capacity.
 *
 * @returns how many were deleted.
 */
export async function pruneIndexed(ctx: Context): Promise<number> {
  const unshown = await indexedUnshown(ctx.db);
  let forgotten = 0;
  for (let from = 0; from < unshown.length && !ctx.signal.aborted; from += IDS_A_TURN) {
    const ids = unshown.slice(from, from + IDS_A_TURN);
    forgotten += await inTransaction(ctx, async ({ db }) => {
      await listingImagesCursor.lock(db);
      return forgetUnused(db, sql`id = any(${ids}::integer[])`);
    });
  }
  return forgotten;
}

/**
 * Pictures with vectors that no listing shows. Reads both tables completely: a second for a million pictures.
 * Rejected: a lookup in listing_images_enrichment_ids for each, which takes fifty times as long.
 */
async function indexedUnshown(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(int4send(enrichment_id), '') as ids
    from (
      select enrichment_id from image_vectors
      except
      select unnest(enrichment_ids) from listing_images
    ) unshown`.execute(db);
  const ids = rows[0]?.ids ?? Buffer.alloc(0);
  return Array.from({ length: ids.length / 4 }, (_, nth) => ids.readInt32BE(nth * 4));
}

/** Deletes those of these enrichments whose pictures no listing shows. Call it under the lock of `listingImagesCursor`. */
export async function forgetUnused(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from image_enrichments
    where ${which}
      and not exists (
        select 1
        from listing_images
        where enrichment_ids @> array[image_enrichments.id]
      )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
