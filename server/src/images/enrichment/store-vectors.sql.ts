import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { ModelOutput } from "./model-output.ts";
import type { ImageVectorKind } from "./serving-models.ts";

/**
 * Stores the vectors of one kind under new revisions, in place of older ones; of a picture that is being deleted none.
 *
 * Index: image_enrichments_pkey, image_vectors_pkey. Expected: 16 rows.
 */
export async function storeVectors(
  db: Db,
  kind: ImageVectorKind,
  model: string,
  made: readonly ModelOutput[],
): Promise<void> {
  const rows = made.flatMap(({ enrichment: { id }, visualVector, descriptionVector }) => {
    const vector = kind === "visual" ? visualVector : descriptionVector;
    return vector ? [{ id, vector }] : [];
  });
  if (rows.length === 0) return;
  await sql`
    insert into image_vectors (enrichment_id, kind, model, revision, dimensions, vector)
    select held.id, ${kind}, ${model}, nextval('image_revisions'), given.dimensions, decode(given.vector, 'base64')
    from unnest(
      ${rows.map(({ id }) => id)}::integer[],
      ${rows.map(({ vector }) => vector.length)}::integer[],
      ${rows.map(({ vector }) => inBase64(vector))}::text[]
    ) as given (id, dimensions, vector)
    join (select id from image_enrichments where id = any(${rows.map(({ id }) => id)}::integer[]) for key share skip locked) held
      on held.id = given.id
    on conflict (enrichment_id, kind, model) do update set
      revision = excluded.revision,
      dimensions = excluded.dimensions,
      vector = excluded.vector`.execute(db);
}

function inBase64({ buffer, byteOffset, byteLength }: Int16Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}
