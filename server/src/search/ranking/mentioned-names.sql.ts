import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Which of these names, of one to three words each, the document of some listing of these sources contains; null: of all sources.
 *
 * Index: listing_documents_words, listings_pkey. Expected: a few names, and the first match of each.
 */
export async function mentionedNames(
  db: Db,
  names: readonly string[],
  sourceIds: readonly number[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name
    from unnest(${names}::text[]) as given (name)
    where exists (
      select 1
      from listing_documents
      join listings on listings.id = listing_documents.listing_id
      where words @@ phraseto_tsquery('english', name)
        and ${sourceIds === null ? sql`true` : sql`source_id = any(${sourceIds}::integer[])`}
    )`.execute(db);
  return rows.map(({ name }) => name);
}
