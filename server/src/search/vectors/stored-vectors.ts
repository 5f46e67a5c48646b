import { sql } from "kysely";
import type { StoredVectors } from "../../model-vectors/index.ts";
import type { Db } from "../../platform/database/database.ts";

/** One listing's vectors, each quantized to 16 bits a dimension. */
export type EmbeddedListing = { listingId: number; contentHash: Buffer; vectors: Int16Array[] };

/**
 * Writes a model's vectors in place of its older ones, under new revisions. Called in the transaction that moves the
 * model's reader on, which one at a time can do: revisions become visible in order. Of listings that have left meanwhile
 * nothing is kept; who is just deleting one is not waited for.
 */
export async function storeVectors(db: Db, model: string, made: readonly EmbeddedListing[]): Promise<void> {
  if (made.length === 0) return;
  await sql`
    with held as (
      select listing_id
      from listing_documents
      where listing_id = any(${made.map(({ listingId }) => listingId)}::bigint[])
      for key share skip locked
    )
    insert into listing_vectors (listing_id, model, revision, content_hash, dimensions, vectors)
    select given.listing_id, ${model}, nextval('vector_revisions'), decode(given.content_hash, 'hex'),
      given.dimensions, decode(given.vectors, 'base64')
    from unnest(
      ${made.map(({ listingId }) => listingId)}::bigint[],
      ${made.map(({ contentHash }) => contentHash.toString("hex"))}::text[],
      ${made.map(({ vectors }) => vectors[0]?.length ?? 0)}::integer[],
      ${made.map(({ vectors }) => inBase64(vectors))}::text[]
    ) as given (listing_id, content_hash, dimensions, vectors)
    join held on held.listing_id = given.listing_id
    on conflict (listing_id, model) do update set
      revision = excluded.revision,
      content_hash = excluded.content_hash,
      dimensions = excluded.dimensions,
      vectors = excluded.vectors`.execute(db);
}

function inBase64(vectors: Int16Array[]): string {
  return Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ).toString("base64");
}

/** What a process has not seen yet of a model's vectors, in order. Index: listing_vectors_revision. */
export async function vectorsAfter(
  db: Db,
  { model, revision, limit }: { model: string; revision: number; limit: number },
): Promise<StoredVectors[]> {
  return db
    .selectFrom("listing_vectors")
    .select(["listing_id as key", "revision", "dimensions", "vectors"])
    .where("model", "=", model)
    .where("revision", ">", revision)
    .orderBy("revision")
    .limit(limit)
    .execute();
}
