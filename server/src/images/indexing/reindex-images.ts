import { setTimeout as delay } from "node:timers/promises";
import type { Static } from "typebox";
import { recordChange } from "../../audit/index.ts";
import { publicListingsNamed } from "../../listings/index.ts";
import type { RoomType, UsesModels } from "../../models/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { imageVectorsCursor, listingImagesCursor } from "../cursors.ts";
import { enrichmentModels, modelsKey } from "../enrichment/enrichment-models.ts";
import { restoreToSearch } from "../photos/removed-images.ts";
import { syncPhotos, syncPhotosOf } from "../photos/sync-photos.ts";
import type { UsesImages } from "../services.ts";
import { chooseImages } from "./choice/choose-images.ts";
import type { JobImage } from "./choice/images-of-listings.ts";
import type { StartedJob } from "./indexing.schemas.ts";
import { announceCompleted } from "./job/finish-job.ts";
import { lastPace, openJob, storeJob } from "./job/jobs.ts";
import { requireModels } from "./model-refusal.ts";
import { indexingJob, runIndexingJob } from "./run-indexing-job.ts";

/** Photos per second, until a job has measured it. */
const DEFAULT_PACE = { builtin: 10, local: 1, server: 0.5 };
const WAIT_TIMEOUT_MS = 20_000;
const NOTED_WITHIN_MS = 10_000;

type Input = {
  limit: number;
  force: boolean;
  background: boolean;
  property_ids?: string[];
  room_types?: RoomType[];
  min_quality_score?: number;
};

/**
 * Starts an indexing job (SPEC: reindex): its photos are chosen now and enriched by the job.
 *
 * @throws AppError 404 `Property not found`; 429 while another job is open; 503 with VISION_001 or VISION_002 while a
 *   model is unavailable.
 */
export async function reindexImages(
  ctx: ActorContext<UsesImages & UsesModels & UsesPhotos>,
  input: Input,
): Promise<Static<typeof StartedJob>> {
  const among = await listingsAmong(ctx, input.property_ids);
  if (await openJob(ctx.db)) throw alreadyRunning();
  await requireModels(ctx);
  if (among) await inTransaction(ctx, (ctx) => syncPhotosOf(ctx, among));
  // Includes the photos of listings that were just imported.
  else await syncPhotos(ctx, { withinMs: NOTED_WITHIN_MS });
  const images = await chooseImages(ctx, {
    among,
    limit: input.limit,
    force: input.force,
    enrichedBy: modelsKey(enrichmentModels(ctx)),
    roomTypes: input.room_types ?? null,
    minQuality: input.min_quality_score === undefined ? null : Math.fround(input.min_quality_score),
  });
  const jobId = await start(ctx, input, images);
  if (!input.background && images.length > 0) await waitForIt(ctx);
  const pace = (await lastPace(ctx.db)) ?? DEFAULT_PACE[ctx.models.provider];
  return {
    started: images.length > 0,
    job_id: jobId,
    images_queued: images.length,
    estimated_duration_minutes: Math.ceil(images.length / pace / 6) / 10,
    status_url: `/api/admin/embeddings/jobs/${jobId}`,
  };
}

async function listingsAmong(ctx: Context, propertyIds: string[] | undefined): Promise<number[] | null> {
  if (propertyIds === undefined) return null;
  const names = [...new Set(propertyIds)];
  const listings = await publicListingsNamed(ctx.db, names);
  if (listings.length < names.length) throw new AppError("not_found", "Property not found");
  return listings.map(({ id }) => Number(id));
}

function start(ctx: ActorContext, input: Input, images: readonly JobImage[]): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    await listingImagesCursor.lock(ctx.db);
    await imageVectorsCursor.lock(ctx.db);
    const now = ctx.clock.now();
    const { force } = input;
    const jobId = await storeJob(ctx.db, { requestedBy: ctx.actor.name, force, images, now });
    if (jobId === null) throw alreadyRunning();
    await restoreToSearch(ctx.db, images, now);
    await recordChange(ctx, {
      action: "run",
      targetType: "indexing_job",
      targetId: jobId,
      brokerageId: null,
      after: { ...input, images_queued: images.length },
    });
    if (images.length === 0) await announceCompleted(ctx, jobId, { processed: 0, failed: 0, startedAt: now });
    afterCommit(ctx, () => ctx.jobs.wake(indexingJob));
    return jobId;
  });
}

/** Runs the job in this process, unless another one has taken it. It continues when the caller disconnects. */
async function waitForIt(ctx: Context<UsesImages & UsesModels>): Promise<void> {
  const ended = runIndexingJob({ ...ctx, actor: null, signal: ctx.stopping }).catch((error) =>
    ctx.log.error({ err: error }, "indexing job failed"),
  );
  const late = new AbortController();
  await Promise.race([ended, delay(WAIT_TIMEOUT_MS, null, { signal: late.signal }).catch(() => {})]);
  late.abort();
}

function alreadyRunning(): AppError {
  return new AppError("too_many_requests", "Another indexing job is already running");
}
