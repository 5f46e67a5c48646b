import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type EmbeddedListing, toBase64 } from "./stored-vectors.ts";

/**
 * Replaces a model's vectors, with new revisions. Called in the transaction that advances the model's cursor, one at a time, so that
 * revisions become visible in order. Skips listings that were deleted meanwhile, or whose deletion is in progress.
 *
 * Index: listing_documents_pkey, listing_vectors_pkey. Expected: some dozen rows.
 */
export async function storeVectors(
  db: Db,
  model: string,
  embedded: readonly EmbeddedListing[],
): Promise<void> {
  if (embedded.length === 0) return;
  await sql`
    with held as (
      select listing_id
      from listing_documents
      where listing_id = any(${embedded.map(({ listingId }) => listingId)}::bigint[])
      for key share skip locked
    )
    insert into listing_vectors (listing_id, model, revision, content_hash, dimensions, vectors)
    select given.listing_id, ${model}, nextval('vector_revisions'), decode(given.content_hash, 'hex'),
      given.dimensions, decode(given.vectors, 'base64')
    from unnest(
      ${embedded.map(({ listingId }) => listingId)}::bigint[],
      ${embedded.map(({ contentHash }) => contentHash.toString("hex"))}::text[],
      ${embedded.map(({ vectors }) => vectors[0]?.length ?? 0)}::integer[],
      ${embedded.map(({ vectors }) => toBase64(vectors))}::text[]
    ) as given (listing_id, content_hash, dimensions, vectors)
    join held on held.listing_id = given.listing_id
    on conflict (listing_id, model) do update set
      revision = excluded.revision,
      content_hash = excluded.content_hash,
      dimensions = excluded.dimensions,
      vectors = excluded.vectors`.execute(db);
}
