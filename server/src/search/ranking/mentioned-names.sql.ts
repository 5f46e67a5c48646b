import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Of a name, at most. */
const LISTINGS = 1000;

/**
 * For each of these names, of one to three words each, some listings, of any brokerage, whose documents contain it.
 *
 * Index: listing_documents_words. Expected: a few names, with some ten listings each.
 */
export async function mentionedNames(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; listings: number[] }[]> {
  const { rows } = await sql<{ name: string; listings: number[] }>`
    select name,
      array(
        select listing_id
        from listing_documents
        where words @@ phraseto_tsquery('english', name)
        limit ${LISTINGS}
      ) as listings
    from unnest(${names}::text[]) as given (name)`.execute(db);
  return rows;
}
