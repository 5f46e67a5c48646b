import { type ListingWithPhotos, photosChangedAfter, photosOfListings } from "../../listings/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { listingImagesCursor } from "../cursors.ts";
import { dropDeletedListings } from "./drop-deleted-listings.ts";
import { ensureEnrichments, pictureKey } from "./ensure-enrichments.ts";
import { requeueVisible } from "./removed-images.ts";
import { resetReplaced } from "./reset-replaced.ts";
import { storeListingImages } from "./store-listing-images.sql.ts";

/** About 25 photos each. */
const LISTINGS_A_BATCH = 200;

/**
 * Stores the photos of all listings that changed since the last run, from the import or elsewhere. Listings that were
 * deleted or are no longer public have no photos.
 * @param withinMs for a waiting caller: the rest is left to the job.
 * @returns how many listings were processed.
 */
export async function syncPhotos(ctx: Context<UsesPhotos>, { withinMs = Infinity } = {}): Promise<number> {
  const until = performance.now() + withinMs;
  await dropDeletedListings(ctx);
  const nextBatch = ctx.background.pace(ctx.signal);
  let processed = 0;
  while (!ctx.signal.aborted && performance.now() < until) {
    const { revision: from } = await listingImagesCursor.read(ctx.db);
    const changed = await photosChangedAfter(ctx.db, from, LISTINGS_A_BATCH);
    const last = changed.at(-1);
    if (!last) break;
    // A caller waits.
    if (withinMs === Infinity) await nextBatch();
    await inTransaction(ctx, (ctx) => store(ctx, { from, to: last.revision, changed }));
    processed += changed.length;
  }
  return processed;
}

type Batch = { from: number; to: number; changed: ListingWithPhotos[] };

async function store(ctx: Context<UsesPhotos>, { from, to, changed }: Batch): Promise<void> {
  if (await listingImagesCursor.advance(ctx.db, { from, to })) await storePhotos(ctx, changed);
}

/**
 * Stores the photos of these listings at once, for a caller that needs them now. The job later reaches the same state,
 * even if it first processes an older change. Call it in a transaction.
 */
export async function syncPhotosOf(ctx: Context<UsesPhotos>, listings: readonly number[]): Promise<void> {
  if (listings.length === 0) return;
  await listingImagesCursor.lock(ctx.db);
  await storePhotos(ctx, await photosOfListings(ctx.db, listings));
}

/** Call it under the lock of `listingImagesCursor`. */
async function storePhotos(ctx: Context<UsesPhotos>, listings: readonly ListingWithPhotos[]): Promise<void> {
  const enrichments = await ensureEnrichments(
    ctx.db,
    listings.flatMap(({ photos }) => photos),
    ctx.clock.now(),
  );
  await storeListingImages(
    ctx.db,
    listings.map(({ id, source_id, photos }) => ({
      listingId: id,
      sourceId: source_id,
      photoIds: photos.map((photo) => photo.id),
      enrichmentIds: photos.map((photo) => enrichments.get(pictureKey(photo)) as number),
    })),
  );
  await resetReplaced(
    ctx,
    listings.flatMap(({ photos }) => photos),
  );
  await requeueVisible(ctx.db, [...enrichments.values()], ctx.clock.now());
}
