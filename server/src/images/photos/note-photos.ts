import type { Context } from "../../context.ts";
import { type ListingWithPhotos, photosChangedAfter } from "../../listings/index.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { storeListingImages } from "./listing-images.sql.ts";
import { noteReadings } from "./note-readings.sql.ts";
import { photosKnownNow, photosKnownThrough } from "./readers.sql.ts";
import { readingKey } from "./reading-key.ts";

/** Of some 25 photos each. */
const LISTINGS_A_BATCH = 200;

/**
 * Notes the photos of all listings that have changed since the last run, from wherever that was. A listing that has left the
 * public, or is gone, has none any more.
 *
 * @returns how many listings were looked at.
 */
export async function notePhotos(ctx: Context): Promise<number> {
  let noted = 0;
  while (!ctx.signal.aborted) {
    const from = await photosKnownThrough(ctx.db);
    const changed = await photosChangedAfter(ctx.db, from, LISTINGS_A_BATCH);
    const last = changed.at(-1);
    if (!last) break;
    await inTransaction(ctx, (ctx) => store(ctx, { from, to: last.revision, changed }));
    noted += changed.length;
  }
  return noted;
}

type Batch = { from: number; to: number; changed: ListingWithPhotos[] };

async function store(ctx: Context, { from, to, changed }: Batch): Promise<void> {
  if (!(await photosKnownNow(ctx, { from, to }))) return;
  const readings = await noteReadings(
    ctx.db,
    changed.flatMap(({ photos }) => photos),
    ctx.clock.now(),
  );
  await storeListingImages(
    ctx.db,
    changed.map(({ id, photos }) => ({
      listingId: id,
      photoIds: photos.map((photo) => photo.id),
      readingIds: photos.map((photo) => readings.get(readingKey(photo)) as number),
    })),
  );
}
