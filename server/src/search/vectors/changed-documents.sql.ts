import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** A document, and whether the model has embedded its current content. */
export type ChangedDocument = {
  listing_id: number;
  revision: number;
  content_hash: Buffer;
  facts: string;
  is_embedded: boolean;
};

/**
 * The documents that have changed after `revision`, in order.
 *
 * Index: listing_documents_revision, a range scan that stops at the limit; listing_vectors_pkey. Expected: at most `limit` rows.
 */
export async function changedDocuments(
  db: Db,
  { model, revision, limit }: { model: string; revision: number; limit: number },
): Promise<ChangedDocument[]> {
  const { rows } = await sql<ChangedDocument>`
    select documents.listing_id, documents.revision, documents.content_hash, documents.facts,
      coalesce(vectors.content_hash = documents.content_hash, false) as is_embedded
    from listing_documents documents
    left join listing_vectors vectors on vectors.listing_id = documents.listing_id and vectors.model = ${model}
    where documents.revision > ${revision}
    order by documents.revision
    limit ${limit}`.execute(db);
  return rows;
}
