import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Four bytes each, so that thousands of ids are read in no time. */
export type PackedIds = { ids: Buffer | null };

/**
 * The pictures of which all these words are said, by their MLS or by a model, at most so many.
 *
 * Index: image_enrichments_words, a bitmap. Expected: some hundred; of words that most captions have, as many as the limit lets.
 * Rejected: one of the words alone, which finds half of all pictures ("white", "kitchen").
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
