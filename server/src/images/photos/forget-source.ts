import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { listingImagesCursor } from "../cursors.ts";
import { forgetUnused } from "./prune-enrichments.ts";
import { storeListingImages } from "./store-listing-images.sql.ts";

const LISTINGS_A_BATCH = 100;

/** Deletes what models have made of the photos of a source's listings, except of pictures that listings of other sources show too. */
export async function forgetImagesOfSource(ctx: Context, sourceId: number): Promise<void> {
  for (let last = 0; !ctx.signal.aborted; ) {
    const next = await inTransaction(ctx, ({ db }) => forgetSome(db, sourceId, last));
    if (next === null) return;
    last = next;
  }
}

/** @returns the last listing; null when there are no more. */
async function forgetSome(db: Db, sourceId: number, after: number): Promise<number | null> {
  await listingImagesCursor.lock(db);
  const listings = await db
    .selectFrom("listing_images")
    .select(["listing_id", "enrichment_ids"])
    .where("source_id", "=", sourceId)
    .where("listing_id", ">", after)
    .orderBy("listing_id")
    .limit(LISTINGS_A_BATCH)
    .execute();
  await storeListingImages(
    db,
    listings.map(({ listing_id }) => ({
      listingId: listing_id,
      sourceId,
      photoIds: [],
      enrichmentIds: [],
    })),
  );
  const ids = listings.flatMap(({ enrichment_ids }) => enrichment_ids);
  if (ids.length > 0) await forgetUnused(db, sql`id = any(${ids}::integer[])`);
  return listings.at(-1)?.listing_id ?? null;
}
