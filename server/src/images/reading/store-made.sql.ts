import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { alone } from "../photos/readers.sql.ts";
import { type Failed, isWhole, type Made, type PutOff } from "./made.ts";
import { inOneText, type ReadingModels } from "./reading-models.ts";
import type { VectorKind } from "./serving-models.ts";

/** Keeps what has been made, whole or not: the next run makes the rest. What is gone meanwhile is left out. */
export async function storeMade(ctx: Context, models: ReadingModels, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return;
  await inTransaction(ctx, async ({ db, clock }) => {
    // So revisions become visible in their order.
    await alone(db, "vectors");
    await storeWords(db, models, made);
    await storeVectors(db, "visual", models.visual, made);
    await storeVectors(db, "description", models.description, made);
    await markRead(db, inOneText(models), made.filter(isWhole), clock.now());
  });
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
      ${rows.map(({ roomConfidence }) => roomConfidence)}::real[]
    ) as told (id, description, room_type, room_confidence)
    where image_readings.id = told.id`.execute(db);
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

async function markRead(db: Db, readBy: string, made: readonly Made[], now: Date): Promise<void> {
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
export async function noteFailures(db: Db, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    update image_readings
    set status = 'failed', failure = given.failure, failures_in_row = failures_in_row + 1, retry_at = given.again
    from unnest(
      ${failed.map(({ reading }) => reading.id)}::integer[],
      ${failed.map(({ failure }) => failure)}::text[],
      ${failed.map(({ again }) => again)}::timestamptz[]
    ) as given (id, failure, again)
    where image_readings.id = given.id`.execute(db);
}

/** They stay as they are, and are tried again somewhat later. */
export async function putOff(db: Db, late: readonly PutOff[]): Promise<void> {
  if (late.length === 0) return;
  await sql`
    update image_readings
    set retry_at = given.again
    from unnest(
      ${late.map(({ reading }) => reading.id)}::integer[],
      ${late.map(({ again }) => again)}::timestamptz[]
    ) as given (id, again)
    where image_readings.id = given.id`.execute(db);
}
