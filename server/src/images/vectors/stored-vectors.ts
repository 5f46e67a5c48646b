import { sql } from "kysely";
import type { StoredVectors } from "../../model-vectors/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { ImageVectorKind } from "../enrichment/serving-models.ts";

/** A model's vectors after that revision, in order. Index: image_vectors_revision. */
export async function vectorsAfter(
  db: Db,
  { kind, model, revision, limit }: { kind: ImageVectorKind; model: string; revision: number; limit: number },
): Promise<StoredVectors[]> {
  return db
    .selectFrom("image_vectors")
    .select(["enrichment_id as key", "revision", "dimensions", "vector as vectors"])
    .where("kind", "=", kind)
    .where("model", "=", model)
    .where("revision", ">", revision)
    .orderBy("revision")
    .limit(limit)
    .execute();
}

/** Those of these enrichments that no longer have a vector of that model. Index: image_vectors_pkey. */
export async function withoutVector(
  db: Db,
  { kind, model, enrichmentIds }: { kind: ImageVectorKind; model: string; enrichmentIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from unnest(${enrichmentIds}::integer[]) as held (id)
    where not exists (
      select 1
      from image_vectors
      where enrichment_id = id and kind = ${kind} and model = ${model}
    )`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The visual vectors of pictures at these URLs, at most some hundred. Index: image_enrichments_url,
 * image_vectors_pkey.
 */
export async function visualsAt(
  db: Db,
  { model, addresses }: { model: string; addresses: readonly string[] },
): Promise<{ enrichment_id: number; vector: Buffer }[]> {
  return db
    .selectFrom("image_enrichments")
    .innerJoin("image_vectors", "image_vectors.enrichment_id", "image_enrichments.id")
    .select(["image_vectors.enrichment_id", "image_vectors.vector"])
    .where("image_enrichments.url", "in", addresses)
    .where("image_vectors.kind", "=", "visual")
    .where("image_vectors.model", "=", model)
    .orderBy("image_vectors.enrichment_id")
    .execute();
}
