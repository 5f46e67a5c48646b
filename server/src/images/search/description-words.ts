import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Packed as four bytes each, which is fast to decode for thousands of ids. */
export type PackedIds = { ids: Buffer | null };

/**
 * The pictures whose caption or description contains all these words, up to a limit.
 *
 * Index: image_enrichments_words, a bitmap. Expected: some hundred; for frequent words, the limit. Rejected: matching
 * any single word, which finds half of all pictures ("white", "kitchen").
 */
export async function picturesWithAllWords(db: Db, words: string, limit: number): Promise<number[]> {
  const { rows } = await sql<PackedIds>`
    select string_agg(int4send(id), '') as ids
    from (
      select id
      from image_enrichments
      where words @@ plainto_tsquery('english', ${words})
      limit ${limit}
    ) found`.execute(db);
  const ids = rows[0]?.ids ?? Buffer.alloc(0);
  return Array.from({ length: ids.length / 4 }, (_, nth) => ids.readInt32BE(nth * 4));
}

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
  return new Map(rows.map(({ id, ...said }) => [id, said]));
}
