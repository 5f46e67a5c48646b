import { sql } from "kysely";
import { correctSpelling, isInformative, textsOf } from "../../models/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { weightOfShare, wordShares } from "./word-weights.ts";

/** A word of a query by its stem: what it tells, 0 to 1, and in which share of the listings it is. */
export type QueryWord = { stem: string; weight: number; share: number };

/** The words that look for listings by themselves may be in so many of them, all together. */
const TELLING_ROWS = 500;
/** The share of a word that the statistics do not name. */
const UNKNOWN_SHARE = 0.001;
const MOST_WORDS = 40;

export async function queryWords(db: Db, text: string): Promise<QueryWord[]> {
  // "house" and "near" are in every listing, or say nothing of it.
  const telling = textsOf(correctSpelling(text)).filter(isInformative).join(" ");
  const [stems, shares] = await Promise.all([stemsOf(db, telling), wordShares(db)]);
  return stems.slice(0, MOST_WORDS).map((stem) => {
    const share = shares.get(stem);
    return { stem, weight: weightOfShare(share), share: share ?? UNKNOWN_SHARE };
  });
}

/** The rarest words: as many as are in few of so many listings. */
export function tellingOf(words: readonly QueryWord[], listings: number): string[] {
  const telling: string[] = [];
  let together = 0;
  for (const { stem, share } of words.toSorted((a, b) => a.share - b.share)) {
    together += share;
    if (together * listings > TELLING_ROWS) break;
    telling.push(stem);
  }
  return telling;
}

/** The stems of a text's words, as PostgreSQL's English dictionary has them; without the words that only hold sentences. */
export async function stemsOf(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ stems: string[] }>`
    select tsvector_to_array(to_tsvector('english', ${text})) as stems`.execute(db);
  return rows[0]?.stems ?? [];
}
