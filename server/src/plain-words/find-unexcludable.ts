import { isInformative, phraseLengthAt, wordsOf } from "../models/index.ts";
import type { Claim } from "./interpretation.ts";
import type { PlacedWord } from "./placed-words.ts";
import type { Token } from "./tokens.ts";
import { locateFeatures, locatePropertyTypes } from "./vocabulary/named-traits.ts";

const NEGATIONS = new Set(["no", "without", "avoid", "not", "except"]);
const SKIPPED = new Set(
  "a an the any on near next to by close along off facing backing of lots in at too many much".split(" "),
);
const ENDS = new Set("and or but with in for under over near plus that which at on by".split(" "));
/** Words with which a negation excludes nothing: "no rush", "not only", "no garage needed". */
const HARMLESS = new Set(
  `only just necessarily sure matter need needed required necessary want problem issue rush more less fewer later older newer over under interested
  looking optional important care mind preference limit far bad`.split(/\s+/),
);
const MAX_WORDS = 3;
const WHY = "It cannot be excluded: no field of a listing says so.";

/**
 * Finds negations of what is no known feature, kind or place: "no busy street". Comparing their words would find what
 * is not wanted, so they leave the text. `taken` are tokens that other claims understand; `denied` are those of denials, which take
 * all words from their negation on out of the text: "busy street" of "no busy street pool".
 */
export function findUnexcludable(
  tokens: readonly Token[],
  clauses: readonly PlacedWord[][],
  taken: ReadonlySet<number>,
  denied: ReadonlySet<number>,
): Claim[] {
  const understood = understoodSpans(clauses);
  const isUnderstood = ({ from, to }: Token) => understood.some((span) => from < span.to && span.from < to);
  const claims: Claim[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (!NEGATIONS.has(token.text) || taken.has(index) || isUnderstood(token)) continue;
    if (isPhraseOfThesaurus(tokens, index)) continue;
    let first = index + 1;
    while (SKIPPED.has(tokens[first]?.text ?? "")) first++;
    let to = first;
    while (
      to < tokens.length &&
      to - first < MAX_WORDS &&
      isPlainWord(tokens[to] as Token) &&
      !ENDS.has((tokens[to] as Token).text)
    )
      to++;
    const found = tokens
      .slice(first, to)
      .findIndex((each, nth) => taken.has(first + nth) || isUnderstood(each));
    const end = found < 0 ? to : first + found;
    const named = tokens.slice(first, end);
    const isHarmless = named.some(({ text }) => HARMLESS.has(text));
    if (isHarmless || !named.some(({ text }) => isInformative(text))) continue;
    if (end === to) claims.push({ from: index, to, filters: {}, why: WHY });
    else if (denied.has(index) && denied.has(end))
      claims.push({ from: first, to: end, filters: {}, why: WHY });
    else continue;
    index = to - 1;
  }
  return claims;
}

/** "No neighbors" and "no through traffic" are wishes that other words are compared with. */
function isPhraseOfThesaurus(tokens: readonly Token[], index: number): boolean {
  const words = tokens.slice(index, index + LONGEST_PHRASE);
  const end = words.findIndex((token) => !isPlainWord(token));
  const phrase = (end < 0 ? words : words.slice(0, end)).map(({ text }) => text).join(" ");
  return phraseLengthAt(wordsOf(phrase), 0) > 1;
}
const LONGEST_PHRASE = 4;

const isPlainWord = ({ text }: Token) => /^\p{L}/u.test(text);

/** Where clauses name features and property types; phrases that only look like one are not understood. */
export function understoodSpans(clauses: readonly PlacedWord[][]): { from: number; to: number }[] {
  return [locateFeatures(clauses), locatePropertyTypes(clauses)].flatMap((located) =>
    located.flatMap((found, nth) =>
      found
        .filter(({ key }) => key !== null)
        .map(({ from, to }) => {
          const words = clauses[nth] as PlacedWord[];
          return {
            from: (words[from] as PlacedWord).start,
            to: (words[to - 1] as PlacedWord).end,
          };
        }),
    ),
  );
}
