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
