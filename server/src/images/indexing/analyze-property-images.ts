import type { Static } from "typebox";
import { recordChange } from "../../audit/index.ts";
import { publicListing, type UsesListings } from "../../listings/index.ts";
import { ModelError, type UsesModels } from "../../models/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { imageVectorsCursor } from "../cursors.ts";
import { inTenThousandths, meanConfidence } from "../enrichment/announce-analyzed.ts";
import type { Outcome } from "../enrichment/enrich-batches.ts";
import { enrichPictures } from "../enrichment/enrich-pictures.ts";
import { inOneLine, type Problem, problemOf } from "../enrichment/problems.ts";
import { restoreToSearch } from "../photos/removed-images.ts";
import { syncPhotosOf } from "../photos/sync-photos.ts";
import type { UsesImages } from "../services.ts";
import { visionError } from "../vision-errors.ts";
import { imagesOfListings, type JobImage } from "./choice/images-of-listings.ts";
import type { Analysis } from "./indexing.schemas.ts";
import { modelError } from "./model-refusal.ts";

const ANALYSIS_TIMEOUT_MS = 55_000;
const TIMED_OUT = problemOf("no_time");

/**
 * Enriches all photos of a listing again, now (SPEC: analyze-images); manual labels stay.
 *
 * @throws AppError 404 `Property not found`; 409 when its source allows no models; the first photo's vision error when no photo can be enriched; VISION_001
 *   or VISION_002 when a model does not answer.
 */
export async function analyzePropertyImages(
  ctx: ActorContext<UsesImages & UsesListings & UsesModels & UsesPhotos>,
  { property_id }: { property_id: string },
): Promise<Static<typeof Analysis>> {
  const began = performance.now();
  const listing = await publicListing(
    ctx.db,
    property_id,
    ctx.listings.sources.shownSources(null, ctx.clock.now()),
  );
  if (!listing) throw new AppError("not_found", "Property not found");
  if (!listing.ai) {
    throw new AppError("conflict", "Cannot analyze the images: the source of the property allows no models");
  }
  const images = await wantedImages(ctx, { id: Number(listing.id), property_id });
  const outcomes = await readInTime(ctx, images);
  await ctx.images.vectors.catchUp();
  const read = images.flatMap(({ enrichmentId }) => confidencesOf(outcomes.get(enrichmentId)) ?? []);
  const failed = images.flatMap(({ photoId, enrichmentId }) => {
    const problem = problemIn(outcomes.get(enrichmentId));
    return problem ? [{ image_id: String(photoId), problem }] : [];
  });
  const [first] = failed;
  if (first && read.length === 0) throw visionError(first.problem.code, first.problem.text);
  return {
    property_id,
    images_analyzed: read.length,
    features_detected: read.reduce((sum, { features }) => sum + features, 0),
    avg_confidence: inTenThousandths(
      read.reduce((sum, { mean }) => sum + mean, 0) / Math.max(1, read.length),
    ),
    execution_time_ms: Math.round(performance.now() - began),
    errors: failed.map(({ image_id, problem }) => ({ image_id, error: inOneLine(problem) })),
  };
}

/** The listing's current photos, with any removal from search reversed. */
function wantedImages(
  ctx: Context<UsesPhotos>,
  listing: { id: number; property_id: string },
): Promise<JobImage[]> {
  return inTransaction(ctx, async (ctx) => {
    await syncPhotosOf(ctx, [listing.id]);
    await imageVectorsCursor.lock(ctx.db);
    const images = await imagesOfListings(ctx.db, [listing.id]);
    await restoreToSearch(ctx.db, images, ctx.clock.now());
    await recordChange(ctx, {
      action: "run",
      targetType: "image_analysis",
      targetId: listing.property_id,
      brokerageId: null,
      after: { images: images.length },
    });
    return images;
  });
}

/**
 * The outcomes by picture. Pictures that take longer than the request may are enriched and stored in the background,
 * and are missing here.
 */
async function readInTime(
  ctx: Context<UsesImages & UsesModels>,
  images: readonly JobImage[],
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  const inTime = AbortSignal.timeout(ANALYSIS_TIMEOUT_MS);
  const enrichment = enrichPictures(
    { ...ctx, signal: AbortSignal.any([ctx.signal, ctx.stopping, inTime]) },
    images.map(({ enrichmentId }) => enrichmentId),
    {
      again: true,
      report: (_, batch) => {
        for (const outcome of batch) outcomes.set(outcome.enrichmentId, outcome);
      },
    },
  );
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const giveUp = () => resolve();
  inTime.addEventListener("abort", giveUp);
  try {
    await Promise.race([enrichment, late]);
  } catch (error) {
    throw error instanceof ModelError ? modelError(error) : error;
  } finally {
    inTime.removeEventListener("abort", giveUp);
    enrichment.catch((error) => ctx.log.warn({ err: error }, "photo analysis failed"));
  }
  return new Map(outcomes);
}

function confidencesOf(outcome: Outcome | undefined): { features: number; mean: number } | null {
  if (outcome?.status !== "enriched" || outcome.made === null) return null;
  const { photoFeatures, generatedCaption } = outcome.made;
  const confidences = (photoFeatures?.features ?? []).map(({ confidence }) => confidence);
  return {
    features: confidences.length,
    mean: meanConfidence(confidences, generatedCaption?.roomConfidence ?? null),
  };
}

function problemIn(outcome: Outcome | undefined): Problem | null {
  if (outcome === undefined) return TIMED_OUT;
  return outcome.status === "failed" ? outcome.problem : null;
}
