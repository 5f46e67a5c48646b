import type { Bitmap } from "../search-index/bitmap.ts";
import type { MatchSet } from "../search-index/match-set.ts";
import type { WordSets } from "../search-index/word-sets.ts";
import { MostFrequent } from "./most-frequent.ts";

/** About how many nanoseconds each takes. */
const COST = { word: 1.2, ordinalOfRareWord: 4, match: 4, matchWithList: 300 };

type Counted = { sets: WordSets; live: Bitmap; size: number; limit: number };

/** The words that matches have, each with the number of matches: the most frequent `limit`. */
export function countWords(
  matches: MatchSet,
  { column, ...counted }: Counted & { column: Int32Array },
): MostFrequent {
  return count(matches, counted, {
    cost: COST.match,
    tally: (listings, counts, by) => listings.tallyWords(column, counts, by),
  });
}

/** The same of words that listings have lists of. */
export function countListedWords(
  matches: MatchSet,
  { wordsOf, ...counted }: Counted & { wordsOf: (ordinal: number) => number[] },
): MostFrequent {
  return count(matches, counted, {
    cost: COST.matchWithList,
    tally: (listings, counts, by) => {
      for (const ordinal of listings.ordinals) {
        for (const word of wordsOf(ordinal)) counts[word] = (counts[word] as number) + by;
      }
    },
  });
}

/** How the words of listings are counted one by one. */
type OneByOne = { cost: number; tally: (listings: MatchSet, counts: Int32Array, by: 1 | -1) => void };

/** By what is the least work: the sets of the words, the words of the matches, or those of all others, which are fewer at times. */
function count(matches: MatchSet, { sets, live, size, limit }: Counted, one: OneByOne): MostFrequent {
  const most = new MostFrequent(limit);
  const others = size - matches.total;
  if (costOfSets(matches, sets) < Math.min(matches.total, others) * one.cost) {
    countBySets(matches, sets, most);
    return most;
  }
  const counts = new Int32Array(sets.size);
  if (matches.total <= others) one.tally(matches, counts, 1);
  else {
    for (let word = 0; word < counts.length; word++) counts[word] = sets.count(word);
    one.tally(matches.others(live), counts, -1);
  }
  for (let word = 0; word < counts.length; word++) most.add(word, counts[word] as number);
  return most;
}

/** A frequent word's bitmap is intersected; of a rare one its few listings are looked at, unless it can no longer be among the most frequent. */
function countBySets(matches: MatchSet, sets: WordSets, most: MostFrequent): void {
  for (const word of sets.words()) {
    if (sets.count(word) < most.least) continue;
    const bitmap = sets.bitmapOf(word);
    most.add(word, bitmap ? matches.countIn(bitmap) : countFew(matches, sets.fewOf(word) as Int32Array));
  }
}

function countFew(matches: MatchSet, ordinals: Int32Array): number {
  let count = 0;
  for (let nth = 0; nth < ordinals.length; nth++) if (matches.has(ordinals[nth] as number)) count++;
  return count;
}

function costOfSets(matches: MatchSet, sets: WordSets): number {
  const { bitmaps, rare } = sets.extent;
  return bitmaps * matches.comparedWords * COST.word + rare * COST.ordinalOfRareWord;
}
