import { sql } from "kysely";
import { isOfSources } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";

/** Listings with all words of a name whose texts are read for the name itself. */
const CANDIDATES = 200;

/**
 * Those of these names, of one to three words each, that listings of these sources mention (null: of any). A name whose words occur in
 * that many listings counts as mentioned: words so frequent say no neighborhood, and reading on for the phrase would take a tenth of a
 * second for each name of 100,000 listings.
 *
 * Index: listing_documents_words, or listings_source_id_listing_key_key for a brokerage of few listings. Expected: a few names, 1 to
 * 5 ms each; 90 ms for one whose words are in 40,000 listings of others and in none of these.
 */
export async function mentionedNames(
  db: Db,
  names: readonly string[],
  sourceIds: readonly number[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name
    from unnest(${names}::text[]) as given (name)
    cross join lateral (
      select count(*) as found, bool_or(words @@ phraseto_tsquery('english', name)) as is_mentioned
      from (
        select words
        from listing_documents
        where words @@ plainto_tsquery('english', name)
          and ${isOfSources(sql`listing_id`, sourceIds)}
        limit ${CANDIDATES}
      ) candidates
    ) counted
    where is_mentioned or found = ${CANDIDATES}`.execute(db);
  return rows.map(({ name }) => name);
}
