import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { listingImagesCursor } from "../cursors.ts";
import { forgetGonePhotos } from "../records/forget-gone-photos.ts";

/** Ids at once; each is looked up in listing_images_enrichment_ids. */
const IDS_A_TURN = 2000;

/**
 * Forgets what was made of pictures that no listing shows any more, and what people have said of photos that are gone.
 *
 * @returns how many pictures were forgotten.
 */
export async function pruneEnrichments(ctx: Context): Promise<number> {
  const greatest = await ctx.db
    .selectFrom("image_enrichments")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  let forgotten = 0;
  for (let from = 0; from < (greatest?.id ?? 0) && !ctx.signal.aborted; from += IDS_A_TURN) {
    forgotten += await inTransaction(ctx, async ({ db }) => {
      // Else a listing that comes in now could take up a enrichment that goes.
      await listingImagesCursor.lock(db);
      return forgetUnused(db, sql`id > ${from} and id <= ${from + IDS_A_TURN}`);
    });
  }
  await forgetGonePhotos(ctx);
  return forgotten;
}

/**
 * The same, at once, for those alone that take a place in the index.
 *
 * @returns how many were forgotten.
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
 * Pictures that have vectors, and that no listing shows. Both tables are read whole: a second for a million pictures. Rejected: a
 * look into listing_images_enrichment_ids for each, which takes fifty times as long.
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

async function forgetUnused(db: Db, which: RawBuilder<unknown>): Promise<number> {
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
