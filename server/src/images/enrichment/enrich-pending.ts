import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { whileHeld } from "../../leases/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { UsesImages } from "../services.ts";
import { claimDue } from "./claim-due.sql.ts";
import { deferPicturesOf } from "./defer-pictures-of.sql.ts";
import { isAnyDue, requeueEnrichedByOthers } from "./due-enrichments.ts";
import { enrichBatches, PHOTOS_A_BATCH } from "./enrich-batches.ts";
import { type EnrichmentModels, enrichmentModels, modelsKey, withFixedModels } from "./enrichment-models.ts";
import { enrichmentsById } from "./enrichments-by-id.sql.ts";
import { type Fetched, fetchPhotos } from "./fetch-photos.ts";
import { hostOf } from "./photo-hosts.ts";
import { serveFirstImageModels, switchImageModels } from "./serving-models.ts";

const QUEUED_A_TURN = 1000;
const DEFERRED_A_TURN = 2000;
const PHOTOS_WITHIN_MS = 10_000;
/** How often to check whether another worker has died with the last claimed pictures. */
const POLL_MS = 500;

/**
 * Enriches the due pictures: new ones, failed ones whose retry is due, and after a change of models all of them, while
 * the previous model's vectors keep answering. Each picture is claimed before its photo is fetched, by one worker at a
 * time; results are stored batch by batch.
 *
 * @returns how many were enriched.
 * @throws ModelError when a model does not answer: the next run continues there.
 */
export async function enrichPending(current: Context<UsesImages & UsesModels & UsesPhotos>): Promise<number> {
  const ctx = withFixedModels(current);
  const models = enrichmentModels(ctx);
  await serveFirstImageModels(ctx, models);
  await requeueForCurrentModels(ctx, models);
  let enriched = 0;
  // A unique name: any number of workers may enrich at once, each the pictures that it has claimed.
  await whileHeld(ctx, `pictures ${randomUUID()}`, async (ctx, { holder }) => {
    while (!ctx.signal.aborted) {
      await enrichBatches(ctx, {
        models,
        holder,
        next: () => nextDue(ctx, { models, holder }),
        report: (_, outcomes) => {
          enriched += outcomes.filter(({ status }) => status === "enriched").length;
        },
      });
      if (await isAnyDue(ctx.db, ctx.clock.now())) {
        await delay(POLL_MS, null, { signal: ctx.signal }).catch(() => {});
        continue;
      }
      await switchImageModels(ctx, models);
      break;
    }
  });
  return enriched;
}

async function nextDue(
  ctx: Context<UsesImages & UsesPhotos>,
  { models, holder }: { models: EnrichmentModels; holder: string },
): Promise<Fetched | null> {
  if (ctx.signal.aborted) return null;
  const ids = await claimDue(ctx.db, { holder, now: ctx.clock.now(), limit: PHOTOS_A_BATCH });
  if (ids.length === 0) return null;
  const due = await enrichmentsById(ctx.db, models, ids);
  const { hosts } = ctx.images;
  const fetched = await fetchPhotos(ctx, due, { hosts, withinMs: PHOTOS_WITHIN_MS, tryAgain: false });
  await deferUnansweringHosts(
    ctx,
    due.map(({ url }) => url),
  );
  return fetched;
}

/** Defers the other due pictures of hosts that are left alone, until they are tried again. */
async function deferUnansweringHosts(ctx: Context<UsesImages>, urls: readonly string[]): Promise<void> {
  const now = ctx.clock.now();
  const urlOfHost = new Map(urls.map((url) => [hostOf(url), url]));
  for (const [host, url] of urlOfHost) {
    const until = ctx.images.hosts.retryAt(url);
    if (until === null || until <= now) continue;
    while (!ctx.signal.aborted) {
      const deferred = await deferPicturesOf(ctx.db, { host, now, until, limit: DEFERRED_A_TURN });
      if (deferred < DEFERRED_A_TURN) break;
    }
  }
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
