import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Which of these names, of one to three words each, the document of some listing contains.
 *
 * Index: listing_documents_words. Expected: a few names, and the first match of each.
 */
export async function mentionedNames(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name
    from unnest(${names}::text[]) as given (name)
    where exists (
      select 1
      from listing_documents
      where words @@ phraseto_tsquery('english', name)
    )`.execute(db);
  return rows.map(({ name }) => name);
}
