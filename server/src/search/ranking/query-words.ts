import { correctSpelling, expandAbbreviations, isInformative, textsOf, wordsOf } from "../../models/index.ts";
import type { ComparedAs } from "../../plain-words/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { SoughtTerm } from "../sentences/exact-words.ts";
import type { SourceVocabulary } from "../vocabulary/source-vocabulary.ts";
import { stemsOf } from "./stems-of.ts";
import { weightOfShare } from "./word-weights.ts";

/** A word of a query, or a wish with the words that listings have for it. */
export type QueryWord = {
  /** As it is shown: a stem, or the stems of a wish. */
  stem: string;
  /** Of a wish: its words as written. */
  wish?: string;
  /** In the syntax of tsquery: what a listing must have; of a wish also what it has at best. */
  query: string;
  best: string | null;
  /** How informative it is, 0 to 1, and the share of listings that contain it. */
  weight: number;
  share: number;
  /** What a sentence has for it. */
  sought: SoughtTerm;
};

/** Words retrieve listings by themselves if together they occur in about this number of listings. */
const MAX_SELECTIVE_ROWS = 500;
/** The least share that a word is taken to have. */
const LEAST_SHARE = 0.001;
const MAX_STEMS = 40;
/** The words of a wish that are the best ones for it, and how much the others count. */
const BEST_WAYS = 4;
const OTHER_WAYS = 0.6;
/** The weight of a wish's own words, beside the wish. */
const OWN_WORD = 0.3;
/** A wish says more than a frequent word of it. */
const LEAST_WISH_WEIGHT = 0.5;

/** The words of a text that are compared, and its wishes, whose own words are not compared one by one. */
export async function queryWords(
  db: Db,
  { text, wishes, vocabulary }: { text: string; wishes: readonly ComparedAs[]; vocabulary: SourceVocabulary },
): Promise<QueryWord[]> {
  const ofWishes = new Set(wishes.flatMap((wish) => wordsOf(wish.text).map(({ stem }) => stem)));
  // "house" and "near" occur in every listing.
  const informative = wordsOf(correctSpelling(expandAbbreviations(text))).filter((word) =>
    isInformative(word.text),
  );
  const compared = new Set(informative.map(({ stem }) => stem));
  const phrases = wishes.map((wish) => [ownWords(wish, compared), ...wish.as.map(textsOf)]);
  const stems = await stemsOf(db, [...informative.map((word) => word.text), ...phrases.flat(2)]);
  const words = new Map<string, QueryWord>();
  for (const { text: written, stem: own } of informative)
    for (const stem of stems.get(written) ?? []) {
      if (words.has(stem)) continue;
      const share = vocabulary.shareOf(own);
      const weight = weightOfShare(share) * (ofWishes.has(own) ? OWN_WORD : 1);
      const sought = { weight, ways: [{ stems: [own], strength: 1 }] };
      words.set(stem, { stem, query: quoted(stem), best: null, weight, share, sought });
    }
  const plain = [...words.values()].sort((a, b) => (a.stem < b.stem ? -1 : 1)).slice(0, MAX_STEMS);
  return [
    ...plain,
    ...wishes.flatMap((wish, nth) => wishWord(wish, phrases[nth] ?? [], { stems, vocabulary })),
  ];
}

/** The words of a wish as it was written; none of what is not wanted, whose words must not be found. */
function ownWords({ text }: ComparedAs, compared: ReadonlySet<string>): string[] {
  const words = wordsOf(text).filter((word) => isInformative(word.text));
  return words.every(({ stem }) => compared.has(stem)) ? words.map((word) => word.text) : [];
}

type Known = { stems: ReadonlyMap<string, readonly string[]>; vocabulary: SourceVocabulary };

function wishWord(wish: ComparedAs, phrases: readonly string[][], { stems, vocabulary }: Known): QueryWord[] {
  const ways = phrases.flatMap((words, nth) =>
    words.length === 0
      ? []
      : [
          {
            stems: wordsOf(words.join(" ")).map(({ stem }) => stem),
            strength: nth <= BEST_WAYS ? 1 : OTHER_WAYS,
          },
        ],
  );
  const queries = phrases.map((words, nth) => phraseQuery(words, stems, nth === 0 ? " & " : null));
  const [own = "", ...others] = queries;
  const best = [own, ...others.slice(0, BEST_WAYS)].filter((query) => query !== "");
  const all = queries.filter((query) => query !== "");
  if (all.length === 0) return [];
  const share = Math.min(
    1,
    ways.reduce((sum, way) => sum + Math.min(...way.stems.map((stem) => vocabulary.shareOf(stem))), 0),
  );
  const weight = Math.max(LEAST_WISH_WEIGHT, weightOfShare(share));
  const joined = (list: readonly (string | undefined)[]) => list.map((query) => `(${query})`).join(" | ");
  return [
    {
      wish: wish.text,
      stem: (phrases[0] ?? []).flatMap((word) => stems.get(word) ?? []).join(" ") || wish.text,
      query: joined(all),
      best: best.length > 0 ? joined(best) : null,
      weight,
      share,
      sought: { weight, ways },
    },
  ];
}

/** Words next to each other, or anywhere in a listing; empty when all are stop words. */
function phraseQuery(
  words: readonly string[],
  stems: ReadonlyMap<string, readonly string[]>,
  joint: string | null,
): string {
  let query = "";
  let gap = 0;
  for (const word of words) {
    gap++;
    for (const stem of stems.get(word)?.slice(0, 1) ?? []) {
      query += query === "" ? quoted(stem) : `${joint ?? ` <${gap}> `}${quoted(stem)}`;
      gap = 0;
    }
  }
  return query;
}

/** The rarest words, as many as occur in few of that number of listings. */
export function selectiveQueries(words: readonly QueryWord[], listings: number): string[] {
  const queries: string[] = [];
  let shares = 0;
  for (const { query, share } of words.toSorted((a, b) => a.share - b.share)) {
    shares += Math.max(share, LEAST_SHARE);
    if (shares * listings > MAX_SELECTIVE_ROWS) break;
    queries.push(query);
  }
  return queries;
}

/** A stem in the syntax of tsquery. */
function quoted(stem: string): string {
  return `'${stem.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
