import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** The query words that a text contains, as stems, and their share of the query, 0 to 1. */
export type DescriptionWords = { stems: string[]; share: number };

/**
 * Which of these words the texts of each of these pictures contain; pictures without any are left out.
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
  return new Map(rows.map(({ id, ...columns }) => [id, columns]));
}
