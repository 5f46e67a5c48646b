import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import { imageVectorsCursor } from "../cursors.ts";
import type { UsesImages } from "../services.ts";
import { announceAnalyzed } from "./announce-analyzed.ts";
import { type DueEnrichment, releaseClaims } from "./due-enrichments.ts";
import { type EnrichmentModels, modelsKey } from "./enrichment-models.ts";
import {
  type DeferredEnrichment,
  type FailedEnrichment,
  isComplete,
  type ModelOutput,
} from "./model-output.ts";
import { storeVectors } from "./store-vectors.sql.ts";

const DAY_MS = 24 * 3_600_000;

/** The result of a batch of pictures. */
export type BatchResult = {
  outputs: readonly ModelOutput[];
  failed: readonly FailedEnrichment[];
  deferred: readonly DeferredEnrichment[];
};

/** The complete, the failed and the deferred pictures. */
export type StoredBatch = {
  complete: ModelOutput[];
  failed: FailedEnrichment[];
  deferred: DeferredEnrichment[];
};

/**
 * Stores the output, complete or not: the next run makes the missing parts. Pictures that were deleted, replaced or
 * claimed by another worker meanwhile are left out; pictures without index capacity fail. Complete pictures are
 * announced and reported in the same transaction. One worker at a time stores, so that revisions become visible in
 * order.
 */
export async function storeBatch(
  ctx: Context<UsesImages>,
  { models, holder, report }: { models: EnrichmentModels; holder: string; report: StoredReport },
  result: BatchResult,
): Promise<void> {
  const all = [...result.outputs, ...result.failed, ...result.deferred].map(({ enrichment }) => enrichment);
  if (all.length === 0) return;
  await inTransaction(ctx, async (ctx) => {
    const { db, clock } = ctx;
    await imageVectorsCursor.lock(db);
    const ours = await stillClaimed(db, holder, all);
    const isOurs = ({ enrichment }: { enrichment: DueEnrichment }) => ours.has(enrichment.id);
    const [outputs, failed, deferred] = [
      result.outputs.filter(isOurs),
      result.failed.filter(isOurs),
      result.deferred.filter(isOurs),
    ];
    const { placed, unplaced } = await withinCapacity(ctx, outputs);
    await storeModelOutputs(db, models, placed);
    const failures = [...failed.filter(({ enrichment }) => !includes(unplaced, enrichment)), ...unplaced];
    await recordFailures(db, failures, clock.now());
    await scheduleRetry(db, deferred, clock.now());
    const complete = placed.filter((each) => isComplete(each) && !includes(failures, each.enrichment));
    await markEnriched(db, modelsKey(models), complete, clock.now());
    await announceAnalyzed(
      ctx,
      complete.map(({ enrichment }) => enrichment.id),
    );
    await releaseClaims(
      db,
      holder,
      all.map(({ id }) => id),
    );
    await report(ctx, { complete, failed: failures, deferred });
  });
}

/** Called in the transaction that stores the batch. */
export type StoredReport = (ctx: Context, stored: StoredBatch) => unknown;

/**
 * The pictures that this worker still holds and that were not replaced since they were claimed. Their rows are locked.
 * Index: image_enrichments_pkey.
 */
async function stillClaimed(
  db: Db,
  holder: string,
  enrichments: readonly DueEnrichment[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id
    from unnest(
      ${enrichments.map(({ id }) => id)}::integer[],
      ${enrichments.map(({ replaced_at }) => replaced_at)}::timestamptz[]
    ) as due (id, replaced_at)
    join image_enrichments using (id)
    where image_enrichments.claimed_by = ${holder}::uuid
      and image_enrichments.replaced_at is not distinct from due.replaced_at
    order by id
    for update of image_enrichments`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Call it under the lock of `imageVectorsCursor`; `markEnriched` records which pictures are complete. */
export async function storeModelOutputs(
  db: Db,
  models: EnrichmentModels,
  made: readonly ModelOutput[],
): Promise<void> {
  await storeCaptions(db, models, made);
  await storePhotoFeatures(db, made);
  await storeVectors(db, "visual", models.visual, made);
  await storeVectors(db, "description", models.description, made);
}

/** Pictures with vectors keep their place in the index; new ones are added up to the free capacity. */
async function withinCapacity(
  ctx: Context<UsesImages>,
  made: readonly ModelOutput[],
): Promise<{ placed: ModelOutput[]; unplaced: FailedEnrichment[] }> {
  const fresh = made.filter(({ enrichment }) => !enrichment.is_indexed);
  const free = fresh.length === 0 ? 0 : await ctx.images.vectors.capacity.free(ctx, fresh.length);
  const unplaced = fresh.slice(free).map(({ enrichment }) => indexFull(ctx, enrichment));
  return { placed: made.filter(({ enrichment }) => !includes(unplaced, enrichment)), unplaced };
}

/** Retried after a day, when capacity may be free. */
export function indexFull({ clock }: Context, enrichment: DueEnrichment): FailedEnrichment {
  return { enrichment, failure: "index_full", again: new Date(clock.now().getTime() + DAY_MS) };
}

function includes(all: readonly { enrichment: DueEnrichment }[], { id }: DueEnrichment): boolean {
  return all.some(({ enrichment }) => enrichment.id === id);
}

async function storeCaptions(
  db: Db,
  { vision }: EnrichmentModels,
  made: readonly ModelOutput[],
): Promise<void> {
  const rows = made.flatMap(({ enrichment: { id }, generatedCaption }) =>
    generatedCaption ? [{ id, ...generatedCaption }] : [],
  );
  if (rows.length === 0) return;
  await sql`
    update image_enrichments
    set description = caption.description, room_type = caption.room_type, room_confidence = caption.room_confidence,
      vision_model = ${vision}
    from unnest(
      ${rows.map(({ id }) => id)}::integer[],
      ${rows.map(({ description }) => description)}::text[],
      ${rows.map(({ roomType }) => roomType)}::text[],
      ${rows.map(({ roomConfidence }) => Math.fround(roomConfidence))}::real[]
    ) as caption (id, description, room_type, room_confidence)
    where image_enrichments.id = caption.id`.execute(db);
}

async function storePhotoFeatures(db: Db, made: readonly ModelOutput[]): Promise<void> {
  const rows = made.flatMap(({ enrichment: { id }, photoFeatures }) =>
    photoFeatures ? [{ id, ...photoFeatures }] : [],
  );
  if (rows.length === 0) return;
  await sql`
    update image_enrichments
    set features = seen.features, quality_score = seen.quality
    from unnest(
      ${rows.map(({ id }) => id)}::integer[],
      ${rows.map(({ features }) => toJsonb(features))}::jsonb[],
      ${rows.map(({ quality }) => Math.fround(quality))}::real[]
    ) as seen (id, features, quality)
    where image_enrichments.id = seen.id`.execute(db);
}

export async function markEnriched(
  db: Db,
  enrichedBy: string,
  made: readonly ModelOutput[],
  now: Date,
): Promise<void> {
  if (made.length === 0) return;
  await db
    .updateTable("image_enrichments")
    .set({ status: "enriched", failure: null, failures_in_row: 0, enriched_by: enrichedBy, enriched_at: now })
    .where(
      "id",
      "in",
      made.map(({ enrichment }) => enrichment.id),
    )
    .execute();
}

/** Records failures and the time of each retry. */
async function recordFailures(db: Db, failed: readonly FailedEnrichment[], now: Date): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    update image_enrichments
    set status = 'failed', failure = given.failure, failures_in_row = failures_in_row + 1, failed_at = ${now},
      retry_at = given.again
    from unnest(
      ${failed.map(({ enrichment }) => enrichment.id)}::integer[],
      ${failed.map(({ failure }) => failure)}::text[],
      ${failed.map(({ again }) => again)}::timestamptz[]
    ) as given (id, failure, again)
    where image_enrichments.id = given.id`.execute(db);
}

/** Defers the pictures without a change: they are retried a little later. */
async function scheduleRetry(db: Db, late: readonly DeferredEnrichment[], now: Date): Promise<void> {
  if (late.length === 0) return;
  await sql`
    update image_enrichments
    set failed_at = ${now}, retry_at = given.again
    from unnest(
      ${late.map(({ enrichment }) => enrichment.id)}::integer[],
      ${late.map(({ again }) => again)}::timestamptz[]
    ) as given (id, again)
    where image_enrichments.id = given.id`.execute(db);
}
