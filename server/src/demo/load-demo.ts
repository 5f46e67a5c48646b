import { addBrokerageDomain, createBrokerage, type UsesBrokerages } from "../brokerages/index.ts";
import type { UsesImages } from "../images/index.ts";
import { importRecords, normaliseReso, type RawRecord, type UsesListings } from "../listings/index.ts";
import type { UsesModels } from "../models/index.ts";
import { utcDay } from "../platform/clock.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { addStaff } from "./add-staff.ts";
import { demoBrokerage, demoDomains } from "./demo-brokerage.ts";
import { drawPhotos } from "./draw-photos.ts";
import { drawPortraits } from "./draw-portraits.ts";
import { generateListings } from "./generate-listings.ts";
import { addLeads } from "./leads/add-leads.ts";
import { photoCatalog } from "./photo-catalog.ts";
import { storePhotoIndex } from "./photo-index/store-photo-index.ts";

export const DEMO_LISTINGS = 3000;
const SEED = 1890;

type Part = { done: number; total: number };
export type DemoProgress = { photos: Part; listings: Part };

/**
 * Makes the demo: photos drawn into the file storage, 3,000 Idaho listings whose photos can be searched at once, and a brokerage with
 * its people and leads on `localhost`. The brokerage comes last: when this is interrupted, the next start does it again, which changes nothing twice.
 */
export async function loadDemo(
  ctx: Context<UsesBrokerages & UsesImages & UsesListings & UsesModels>,
  onProgress: (progress: DemoProgress) => void,
): Promise<void> {
  const progress: DemoProgress = {
    photos: { done: 0, total: photoCatalog().length },
    listings: { done: 0, total: DEMO_LISTINGS },
  };
  const drawn = drawPhotos({
    storage: ctx.storage,
    onProgress: (done) => {
      progress.photos.done = done;
      onProgress(progress);
    },
    signal: ctx.signal,
  });
  const stored = storeListings(ctx, (done) => {
    progress.listings.done = done;
    onProgress(progress);
  }).then(() => storePhotoIndex(ctx));
  // Drawing and the database keep different cores busy.
  await Promise.all([drawn, stored]);
  await drawPortraits(ctx.storage);
  if (ctx.signal.aborted) return;
  await inTransaction(ctx, async (ctx) => {
    const { id } = await createBrokerage(ctx, demoBrokerage);
    for (const domain of demoDomains) await addBrokerageDomain(ctx, { brokerage_id: id, domain });
    await addLeads(ctx, id, await addStaff(ctx, id));
  });
}

async function storeListings(
  ctx: Context<UsesListings>,
  onProgress: (stored: number) => void,
): Promise<void> {
  const listings = generateListings({ seed: SEED, today: utcDay(ctx.clock.now()), count: DEMO_LISTINGS });
  await importRecords(ctx, inBatches(listings), {
    source: "demo",
    onBatch: ({ created }) => onProgress(created),
  });
}

async function* inBatches(listings: Iterable<RawRecord>) {
  let line = 0;
  for (const listing of listings) yield [normaliseReso(listing, ++line)];
}
