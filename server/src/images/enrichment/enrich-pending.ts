import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { whileHeld } from "../../leases/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { UsesImages } from "../services.ts";
import { claimDue } from "./claim-due.sql.ts";
import { isAnyDue, requeueEnrichedByOthers } from "./due-enrichments.ts";
import { enrichBatches, PHOTOS_A_BATCH } from "./enrich-batches.ts";
import { type EnrichmentModels, enrichmentModels, modelsKey } from "./enrichment-models.ts";
import { enrichmentsById } from "./enrichments-by-id.sql.ts";
import { type Fetched, fetchPhotos } from "./fetch-photos.ts";
import { HostCircuitBreaker } from "./host-circuit-breaker.ts";
import { serveFirstImageModels, switchImageModels } from "./serving-models.ts";

const QUEUED_A_TURN = 1000;
const PHOTOS_WITHIN_MS = 10_000;
/** While another worker has the last pictures that are due, it is looked so often whether it has died with them. */
const LOOK_MS = 500;

/**
 * Has the models read the pictures whose turn it is: new ones, those that failed and are due again, and, of a new model, all of
 * them, while the old one's vectors go on answering. Each is claimed before it is fetched, by one worker at a time; what is done is
 * stored batch by batch.
 *
 * @returns how many were read.
 * @throws ModelError when a model does not answer: the next run goes on where this one stopped.
 */
export async function enrichPending(ctx: Context<UsesImages & UsesModels & UsesPhotos>): Promise<number> {
  const models = enrichmentModels(ctx);
  await serveFirstImageModels(ctx, models);
  await requeueForCurrentModels(ctx, models);
  let read = 0;
  // Of its own name: any number of workers may read, each its own pictures.
  await whileHeld(ctx, `pictures ${randomUUID()}`, async (ctx, { holder }) => {
    const patience = new HostCircuitBreaker();
    while (!ctx.signal.aborted) {
      await enrichBatches(ctx, {
        models,
        holder,
        next: () => nextDue(ctx, { models, holder, patience }),
        report: (_, outcomes) => {
          read += outcomes.filter(({ status }) => status === "enriched").length;
        },
      });
      if (await isAnyDue(ctx.db, ctx.clock.now())) {
        await delay(LOOK_MS, null, { signal: ctx.signal }).catch(() => {});
        continue;
      }
      await switchImageModels(ctx, models);
      break;
    }
  });
  return read;
}

async function nextDue(
  ctx: Context<UsesPhotos>,
  { models, holder, patience }: { models: EnrichmentModels; holder: string; patience: HostCircuitBreaker },
): Promise<Fetched | null> {
  if (ctx.signal.aborted) return null;
  const ids = await claimDue(ctx.db, { holder, now: ctx.clock.now(), limit: PHOTOS_A_BATCH });
  if (ids.length === 0) return null;
  const due = await enrichmentsById(ctx.db, models, ids);
  return fetchPhotos(ctx, due, { patience, withinMs: PHOTOS_WITHIN_MS, tryAgain: false });
}

async function requeueForCurrentModels(ctx: Context, models: EnrichmentModels): Promise<void> {
  const enrichedBy = modelsKey(models);
  while (!ctx.signal.aborted) {
    const queued = await requeueEnrichedByOthers(ctx.db, {
      enrichedBy,
      now: ctx.clock.now(),
      limit: QUEUED_A_TURN,
    });
    if (queued < QUEUED_A_TURN) return;
  }
}
