import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type EmbeddedListing, inBase64 } from "./stored-vectors.ts";

/**
 * Writes a model's vectors in place of its older ones, under new revisions. Called in the transaction that moves the
 * model's reader on, which one at a time can do: revisions become visible in order. Of listings that have left meanwhile
 * nothing is kept; who is just deleting one is not waited for.
 *
 * Index: listing_documents_pkey, listing_vectors_pkey. Expected: some dozen rows.
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
