import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { VectorKind } from "../enrichment/serving-models.ts";

export type StoredVector = { reading_id: number; revision: number; dimensions: number; vector: Buffer };

/** What a process has not seen yet of a model's vectors, in order. Index: image_vectors_revision. */
export async function vectorsAfter(
  db: Db,
  { kind, model, revision, limit }: { kind: VectorKind; model: string; revision: number; limit: number },
): Promise<StoredVector[]> {
  return db
    .selectFrom("image_vectors")
    .select(["reading_id", "revision", "dimensions", "vector"])
    .where("kind", "=", kind)
    .where("model", "=", model)
    .where("revision", ">", revision)
    .orderBy("revision")
    .limit(limit)
    .execute();
}

/** Another number whenever vectors of pictures that listings show have been deleted. Index: image_readers_pkey, of two rows. */
export async function lastForgotten(db: Db): Promise<number> {
  const row = await db
    .selectFrom("image_readers")
    .select("revision")
    .where("reader", "=", "vectors")
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Of these readings those that have no vector of that model any more. Index: image_vectors_pkey. */
export async function withoutVector(
  db: Db,
  { kind, model, readingIds }: { kind: VectorKind; model: string; readingIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from unnest(${readingIds}::integer[]) as held (id)
    where not exists (
      select 1
      from image_vectors
      where reading_id = id and kind = ${kind} and model = ${model}
    )`.execute(db);
  return rows.map(({ id }) => id);
}

/** The visual vectors of pictures at these addresses, at most some hundred. Index: image_readings_url, image_vectors_pkey. */
export async function visualsAt(
  db: Db,
  { model, addresses }: { model: string; addresses: readonly string[] },
): Promise<{ reading_id: number; vector: Buffer }[]> {
  return db
    .selectFrom("image_readings")
    .innerJoin("image_vectors", "image_vectors.reading_id", "image_readings.id")
    .select(["image_vectors.reading_id", "image_vectors.vector"])
    .where("image_readings.url", "in", addresses)
    .where("image_vectors.kind", "=", "visual")
    .where("image_vectors.model", "=", model)
    .orderBy("image_vectors.reading_id")
    .execute();
}

/** As it was stored; the driver's bytes lie anywhere in a larger buffer. */
export function numbersOf(vector: Buffer): Int16Array {
  return new Int16Array(new Uint8Array(vector).buffer);
}
