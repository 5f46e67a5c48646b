import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { ListingDocument } from "./document-of.ts";

/**
 * Inserts documents or replaces older ones. The vectors of unchanged contents stay. A listing that is deleted meanwhile is in the
 * change log's next page.
 *
 * Index: listing_documents_pkey. Expected: at most 200 rows.
 */
export async function storeDocuments(db: Db, documents: readonly ListingDocument[]): Promise<void> {
  if (documents.length === 0) return;
  await sql`
    insert into listing_documents (listing_id, revision, content_hash, facts, features, words)
    select given.listing_id, given.revision, decode(given.content_hash, 'hex'), given.facts,
      coalesce(string_to_array(nullif(given.features, ''), ','), '{}'),
      setweight(to_tsvector('english', given.facts), 'A') || setweight(to_tsvector('english', given.remarks), 'B') ||
        setweight(to_tsvector('english', given.address), 'A')
    from unnest(
      ${documents.map(({ listingId }) => listingId)}::bigint[],
      ${documents.map(({ revision }) => revision)}::bigint[],
      ${documents.map(({ contentHash }) => contentHash)}::text[],
      ${documents.map(({ facts }) => facts)}::text[],
      ${documents.map(({ remarks }) => remarks)}::text[],
      ${documents.map(({ address }) => address)}::text[],
      ${documents.map(({ features }) => features.join())}::text[]
    ) as given (listing_id, revision, content_hash, facts, remarks, address, features)
    on conflict (listing_id) do update set
      revision = excluded.revision,
      content_hash = excluded.content_hash,
      facts = excluded.facts,
      features = excluded.features,
      words = excluded.words
    where listing_documents.revision < excluded.revision`.execute(db);
}
