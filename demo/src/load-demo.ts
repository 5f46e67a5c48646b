import {
  addBrokerageDomain,
  createBrokerage,
  findBySlug,
  freeDomains,
  type UsesBrokerages,
} from "../../server/src/brokerages/index.ts";
import { type Lease, requireLease } from "../../server/src/leases/index.ts";
import {
  importRecords,
  initialLoadBounds,
  normaliseReso,
  type RawRecord,
  type UsesListings,
} from "../../server/src/listings/index.ts";
import type { UsesModels } from "../../server/src/models/index.ts";
import { utcDay } from "../../server/src/platform/clock.ts";
import type { Context } from "../../server/src/platform/context.ts";
import { inTransaction } from "../../server/src/platform/database/database.ts";
import { AppError } from "../../server/src/platform/errors.ts";
import { addActivity } from "./activity/add-activity.ts";
import { addStaff } from "./add-staff.ts";
import { demoBrokerage, demoDomains } from "./demo-brokerage.ts";
import { generateListings } from "./generate-listings.ts";
import { addLeads } from "./leads/add-leads.ts";
import { photoFiles } from "./photo-files.ts";
import { storePhotoIndex } from "./photo-index/store-photo-index.ts";
import { storePhotos } from "./store-photos.ts";

export { storePhotoIndex };

export const DEMO_LISTINGS = 3000;
const SEED = 1890;

type Part = { done: number; total: number };
type DemoProgress = { photos: Part; listings: Part };

/** `exists`: a brokerage has the demo's slug already, and nothing was added. `name`: of the brokerage with that slug. */
export type DemoOutcome = { state: "created" | "exists" | "interrupted"; name: string; domains: string[] };

/** Of a process that is stopped before the demo is there. */
export const interrupted: DemoOutcome = { state: "interrupted", name: demoBrokerage.name, domains: [] };

/**
 * Makes the demo: copies its photos into the file storage, imports 3,000 Idaho listings, and adds a brokerage on `localhost`
 * with its people, its leads and what they do; domains that another brokerage has are left out. The brokerage comes last, so the next start repeats
 * an interrupted run, and repeated steps change nothing. `storePhotoIndex` follows it. The lease keeps other processes from making it too.
 *
 * @throws LeaseLost, before the brokerage is added, when another process has taken over; AppError 409, before anything is added, when a disabled brokerage has the demo's slug, or others have all of its domains.
 */
export async function loadDemo(
  ctx: Context<UsesBrokerages & UsesListings & UsesModels>,
  { onProgress, lease }: { onProgress: (progress: DemoProgress) => void; lease: Lease },
): Promise<DemoOutcome> {
  const existing = await findBySlug(ctx.db, demoBrokerage.slug);
  if (existing?.isDisabled) {
    throw cannotCreate(`the brokerage with the slug ${demoBrokerage.slug} is disabled`);
  }
  if (existing) return { state: "exists", name: existing.name, domains: [] };
  const domains = await freeDomains(ctx.db, demoDomains);
  if (domains.length === 0) throw cannotCreate(`other brokerages have its domains ${demoDomains.join(", ")}`);

  const { name } = demoBrokerage;
  const progress: DemoProgress = {
    photos: { done: 0, total: photoFiles().length },
    listings: { done: 0, total: DEMO_LISTINGS },
  };
  const photos = storePhotos({
    storage: ctx.storage,
    onProgress: (done) => {
      progress.photos.done = done;
      onProgress(progress);
    },
    signal: ctx.signal,
  });
  const listings = storeListings(ctx, (done) => {
    progress.listings.done = done;
    onProgress(progress);
  });
  // Both have ended before the caller goes on.
  const results = await Promise.allSettled([photos, listings]);
  if (ctx.signal.aborted) return interrupted;
  for (const result of results) if (result.status === "rejected") throw result.reason;
  await inTransaction(ctx, async (ctx) => {
    await requireLease(ctx.db, lease);
    const { id } = await createBrokerage(ctx, demoBrokerage);
    for (const domain of domains) await addBrokerageDomain(ctx, { brokerage_id: id, domain });
    const staff = await addStaff(ctx, id);
    const leads = await addLeads(ctx, id, staff);
    await addActivity(ctx, { brokerageId: id, staff, leads });
  });
  return { state: "created", name, domains };
}

function cannotCreate(cause: string): AppError {
  return new AppError("conflict", `Cannot create the demo: ${cause}. Nothing was added.`);
}

async function storeListings(
  ctx: Context<UsesListings>,
  onProgress: (stored: number) => void,
): Promise<void> {
  const listings = generateListings({ seed: SEED, today: utcDay(ctx.clock.now()), count: DEMO_LISTINGS });
  await importRecords(ctx, inBatches(listings), {
    source: "demo",
    batchBounds: initialLoadBounds,
    onBatch: ({ created }) => onProgress(created),
  });
}

async function* inBatches(listings: Iterable<RawRecord>) {
  let line = 0;
  for (const listing of listings) yield [normaliseReso(listing, ++line)];
}
