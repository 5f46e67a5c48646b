import { listingsGone, missedDeletions } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { listingImagesCursor } from "../cursors.ts";
import { storeListingImages } from "./store-listing-images.sql.ts";

const IDS_A_PAGE = 5000;

/**
 * Compares the listings with stored photos to the existing ones, in case deletions were pruned from the change log
 * before they were read.
 */
export async function dropDeletedListings(ctx: Context): Promise<void> {
  const missed = await missedDeletions(ctx.db, await listingImagesCursor.read(ctx.db));
  if (missed === null) return;
  let dropped = 0;
  for (let last = 0; !ctx.signal.aborted; ) {
    const page = await listingsAfter(ctx, last);
    const end = page.at(-1);
    if (end === undefined) {
      await listingImagesCursor.settleDeletions(ctx.db, missed);
      ctx.log.info({ dropped }, "photos of deleted listings dropped after a full comparison");
      return;
    }
    const gone = await listingsGone(ctx.db, page);
    await inTransaction(ctx, ({ db }) => noteGone(db, gone));
    dropped += gone.length;
    last = end;
  }
}

/** Listings without photos are skipped. */
async function listingsAfter({ db }: Context, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom("listing_images")
    .select("listing_id")
    .where("listing_id", ">", id)
    .where("source_id", "is not", null)
    .orderBy("listing_id")
    .limit(IDS_A_PAGE)
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}

async function noteGone(db: Context["db"], ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await listingImagesCursor.lock(db);
  await storeListingImages(
    db,
    ids.map((listingId) => ({ listingId, sourceId: null, photoIds: [], enrichmentIds: [] })),
  );
}
