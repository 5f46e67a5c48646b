import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { correctSpelling, isInformative, textsOf } from "../../models/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { weightOfShare, wordShares } from "./word-weights.ts";

/** A stem of a query: how informative it is, 0 to 1, and the share of listings that contain it. */
export type QueryWord = { stem: string; weight: number; share: number };

/** Words retrieve listings by themselves if together they occur in about this number of listings. */
const MAX_SELECTIVE_ROWS = 500;
/** The share of a word that the statistics do not contain. */
const UNKNOWN_SHARE = 0.001;
const MAX_STEMS = 40;

export async function queryWords(db: Db, text: string): Promise<QueryWord[]> {
  // "house" and "near" occur in every listing.
  const informative = textsOf(correctSpelling(text)).filter(isInformative).join(" ");
  const [stems, shares] = await Promise.all([stemsOf(db, informative), wordShares(db)]);
  return stems.slice(0, MAX_STEMS).map((stem) => {
    const share = shares.get(stem);
    return { stem, weight: weightOfShare(share), share: share ?? UNKNOWN_SHARE };
  });
}

/** The rarest stems, as many as occur in few of that number of listings. */
export function selectiveStems(words: readonly QueryWord[], listings: number): string[] {
  const stems: string[] = [];
  let shares = 0;
  for (const { stem, share } of words.toSorted((a, b) => a.share - b.share)) {
    shares += share;
    if (shares * listings > MAX_SELECTIVE_ROWS) break;
    stems.push(stem);
  }
  return stems;
}

const WORDS_KEPT = 20_000;
/** Longer ones are no words of listings. */
const MAX_KEPT_LENGTH = 40;
const keptStems = new LRUCache<string, readonly string[]>({ max: WORDS_KEPT });

/**
 * The stems of a text in PostgreSQL's English dictionary, without stop words, ascending. Cached by word, because the dictionary does
 * not change: a text of words that were met before needs no query.
 */
export async function stemsOf(db: Db, text: string): Promise<string[]> {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))];
  const stems = new Map(words.map((word) => [word, keptStems.get(word)]));
  const missing = words.filter((word) => stems.get(word) === undefined);
  if (missing.length > 0) {
    const { rows } = await sql<{ word: string; stems: string[] }>`
      select word, tsvector_to_array(to_tsvector('english', word)) as stems
      from unnest(${missing}::text[]) as given (word)`.execute(db);
    for (const { word, stems: own } of rows) {
      if (word.length <= MAX_KEPT_LENGTH) keptStems.set(word, own);
      stems.set(word, own);
    }
  }
  return [...new Set([...stems.values()].flatMap((own) => own ?? []))].sort();
}
