import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Those of the words that are said of something, as stems, and which share of them all that is, 0 to 1. */
export type DescriptionWords = { stems: string[]; share: number };

/**
 * Which of these words are said of each of these pictures; those of which none is said are left out.
 *
 * Index: image_enrichments_pkey. Expected: at most some thousand rows.
 */
export async function descriptionWords(
  db: Db,
  words: string,
  enrichmentIds: readonly number[],
): Promise<Map<number, DescriptionWords>> {
  const { rows } = await sql<{ id: number } & DescriptionWords>`
    with asked as materialized (select tsvector_to_array(to_tsvector('english', ${words})) as stems),
    counted as (
      select id, stems, array(
          select stem
          from unnest(tsvector_to_array(words)) stem
          where stem = any(stems)
        ) as said
      from image_enrichments, asked
      where id = any(${enrichmentIds}::integer[])
    )
    select id, said as stems, cardinality(said)::float8 / cardinality(stems) as share
    from counted
    where said <> '{}'`.execute(db);
  return new Map(rows.map(({ id, ...said }) => [id, said]));
}
