import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { alone } from "../photos/readers.sql.ts";
import type { UsesImages } from "../services.ts";
import { announceAnalyzed } from "./announce-analyzed.sql.ts";
import { type DueReading, freeClaims } from "./due-readings.sql.ts";
import { type Failed, isWhole, type Made, type PutOff } from "./made.ts";
import { inOneText, type ReadingModels } from "./reading-models.ts";
import type { VectorKind } from "./serving-models.ts";

const DAY_MS = 24 * 3_600_000;

/** What has come of a batch of pictures. */
export type Read = { made: readonly Made[]; failed: readonly Failed[]; late: readonly PutOff[] };

/** What is whole, what failed, and what is put off. */
export type Stored = { whole: Made[]; failed: Failed[]; late: PutOff[] };

/**
 * Keeps what has been made, whole or not: the next run makes the rest. What is gone, replaced or claimed by another worker meanwhile is
 * left out, and what the index has no place for fails. Whatever is whole now is announced, and reported in the same transaction. One at a
 * time does it, so revisions become visible in their order.
 */
export async function storeBatch(
  ctx: Context<UsesImages>,
  { models, holder, report }: { models: ReadingModels; holder: string; report: StoredReport },
  read: Read,
): Promise<void> {
  const all = [...read.made, ...read.failed, ...read.late].map(({ reading }) => reading);
  if (all.length === 0) return;
  await inTransaction(ctx, async (ctx) => {
    const { db, clock } = ctx;
    await alone(db, "vectors");
    const ours = await stillOurs(db, holder, all);
    const stands = ({ reading }: { reading: DueReading }) => ours.has(reading.id);
    const [made, failed, late] = [
      read.made.filter(stands),
      read.failed.filter(stands),
      read.late.filter(stands),
    ];
    const { placed, unplaced } = await inPlaces(ctx, made);
    await storeMade(db, models, placed);
    const failures = [...failed.filter(({ reading }) => !holds(unplaced, reading)), ...unplaced];
    await noteFailures(db, failures, clock.now());
    await putOff(db, late, clock.now());
    const whole = placed.filter((each) => isWhole(each) && !holds(failures, each.reading));
    await markRead(db, inOneText(models), whole, clock.now());
    await announceAnalyzed(
      ctx,
      whole.map(({ reading }) => reading.id),
    );
    await freeClaims(
      db,
      holder,
      all.map(({ id }) => id),
    );
    await report(ctx, { whole, failed: failures, late });
  });
}

/** Called in the transaction that stores it. */
export type StoredReport = (ctx: Context, stored: Stored) => unknown;

/**
 * Those that this worker has still claimed, and whose address has no other picture than when they were looked up; they are locked, so
 * that they stay so. Index: image_readings_pkey.
 */
async function stillOurs(db: Db, holder: string, readings: readonly DueReading[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id
    from unnest(
      ${readings.map(({ id }) => id)}::integer[],
      ${readings.map(({ replaced_at }) => replaced_at)}::timestamptz[]
    ) as due (id, replaced_at)
    join image_readings using (id)
    where image_readings.claimed_by = ${holder}::uuid
      and image_readings.replaced_at is not distinct from due.replaced_at
    order by id
    for update of image_readings`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** In a transaction that is `alone` with the vectors; which pictures are whole is another question (`markRead`). */
export async function storeMade(db: Db, models: ReadingModels, made: readonly Made[]): Promise<void> {
  await storeWords(db, models, made);
  await storeSeen(db, made);
  await storeVectors(db, "visual", models.visual, made);
  await storeVectors(db, "description", models.description, made);
}

/** Pictures that have vectors keep their place; of the others as many get one as there are. */
async function inPlaces(
  ctx: Context<UsesImages>,
  made: readonly Made[],
): Promise<{ placed: Made[]; unplaced: Failed[] }> {
  const fresh = made.filter(({ reading }) => !reading.is_indexed);
  const free = fresh.length === 0 ? 0 : await ctx.images.vectors.room.free(ctx, fresh.length);
  const unplaced = fresh.slice(free).map(({ reading }) => noPlace(ctx, reading));
  return { placed: made.filter(({ reading }) => !holds(unplaced, reading)), unplaced };
}

/** A day later there may be one. */
export function noPlace({ clock }: Context, reading: DueReading): Failed {
  return { reading, failure: "index_full", again: new Date(clock.now().getTime() + DAY_MS) };
}

function holds(all: readonly { reading: DueReading }[], { id }: DueReading): boolean {
  return all.some(({ reading }) => reading.id === id);
}

async function storeWords(db: Db, { vision }: ReadingModels, made: readonly Made[]): Promise<void> {
  const rows = made.flatMap(({ reading: { id }, told }) => (told ? [{ id, ...told }] : []));
  if (rows.length === 0) return;
  await sql`
    update image_readings
    set description = told.description, room_type = told.room_type, room_confidence = told.room_confidence,
      vision_model = ${vision}
    from unnest(
      ${rows.map(({ id }) => id)}::integer[],
      ${rows.map(({ description }) => description)}::text[],
      ${rows.map(({ roomType }) => roomType)}::text[],
      ${rows.map(({ roomConfidence }) => Math.fround(roomConfidence))}::real[]
    ) as told (id, description, room_type, room_confidence)
    where image_readings.id = told.id`.execute(db);
}

async function storeSeen(db: Db, made: readonly Made[]): Promise<void> {
  const rows = made.flatMap(({ reading: { id }, seen }) => (seen ? [{ id, ...seen }] : []));
  if (rows.length === 0) return;
  await sql`
    update image_readings
    set features = seen.features, quality_score = seen.quality
    from unnest(
      ${rows.map(({ id }) => id)}::integer[],
      ${rows.map(({ features }) => JSON.stringify(features))}::jsonb[],
      ${rows.map(({ quality }) => Math.fround(quality))}::real[]
    ) as seen (id, features, quality)
    where image_readings.id = seen.id`.execute(db);
}

async function storeVectors(db: Db, kind: VectorKind, model: string, made: readonly Made[]): Promise<void> {
  const rows = made.flatMap(({ reading: { id }, visual, meaning }) => {
    const vector = kind === "visual" ? visual : meaning;
    return vector ? [{ id, vector }] : [];
  });
  if (rows.length === 0) return;
  await sql`
    insert into image_vectors (reading_id, kind, model, revision, dimensions, vector)
    select held.id, ${kind}, ${model}, nextval('image_revisions'), given.dimensions, decode(given.vector, 'base64')
    from unnest(
      ${rows.map(({ id }) => id)}::integer[],
      ${rows.map(({ vector }) => vector.length)}::integer[],
      ${rows.map(({ vector }) => inBase64(vector))}::text[]
    ) as given (id, dimensions, vector)
    join (select id from image_readings where id = any(${rows.map(({ id }) => id)}::integer[]) for key share skip locked) held
      on held.id = given.id
    on conflict (reading_id, kind, model) do update set
      revision = excluded.revision,
      dimensions = excluded.dimensions,
      vector = excluded.vector`.execute(db);
}

export async function markRead(db: Db, readBy: string, made: readonly Made[], now: Date): Promise<void> {
  if (made.length === 0) return;
  await db
    .updateTable("image_readings")
    .set({ status: "read", failure: null, failures_in_row: 0, read_by: readBy, read_at: now })
    .where(
      "id",
      "in",
      made.map(({ reading }) => reading.id),
    )
    .execute();
}

function inBase64({ buffer, byteOffset, byteLength }: Int16Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** Notes why pictures could not be read, and when each is tried again. */
async function noteFailures(db: Db, failed: readonly Failed[], now: Date): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    update image_readings
    set status = 'failed', failure = given.failure, failures_in_row = failures_in_row + 1, failed_at = ${now},
      retry_at = given.again
    from unnest(
      ${failed.map(({ reading }) => reading.id)}::integer[],
      ${failed.map(({ failure }) => failure)}::text[],
      ${failed.map(({ again }) => again)}::timestamptz[]
    ) as given (id, failure, again)
    where image_readings.id = given.id`.execute(db);
}

/** They stay as they are, and are tried again somewhat later. */
async function putOff(db: Db, late: readonly PutOff[], now: Date): Promise<void> {
  if (late.length === 0) return;
  await sql`
    update image_readings
    set failed_at = ${now}, retry_at = given.again
    from unnest(
      ${late.map(({ reading }) => reading.id)}::integer[],
      ${late.map(({ again }) => again)}::timestamptz[]
    ) as given (id, again)
    where image_readings.id = given.id`.execute(db);
}
