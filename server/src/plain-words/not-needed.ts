import { isInformative } from "../models/index.ts";
import type { Claim } from "./interpretation.ts";
import type { PlacedWord } from "./placed-words.ts";
import { matchesAt, PhraseTable, type Token } from "./tokens.ts";
import { locateFeatures } from "./vocabulary/named-traits.ts";

const VERBS = [
  "need",
  "really need",
  "even need",
  "require",
  "care about",
  "care for",
  "care if it has",
  "care if there is",
  "mind having",
  "have to have",
];
const before = new PhraseTable<true>([
  [
    true,
    [
      ...["dont", "do not", "doesnt", "does not", "wont", "will not"].flatMap((not) =>
        VERBS.map((verb) => `${not} ${verb}`),
      ),
      "no need for",
      "no need of",
      "not in need of",
      "neednt have",
      "need not have",
      "neednt be",
    ].join(),
  ],
]);
const NECESSARY = [
  "needed",
  "necessary",
  "required",
  "important",
  "essential",
  "a must",
  "a must have",
  "a priority",
  "a requirement",
  "needed at all",
];
const behind = new PhraseTable<true>([
  [
    true,
    [
      ...["not", "is not", "isnt", "are not", "arent", "not really", "is not really"].flatMap((not) =>
        NECESSARY.map((word) => `${not} ${word}`),
      ),
      "optional",
      "is optional",
      "are optional",
    ].join(),
  ],
]);
const ARTICLES = /^(?:a|an|any|the|to|have|having|much|many|of|lot|lots|that|our|my|for)$/;
const ENDS =
  /^(?:and|but|with|in|near|under|over|below|at|on|by|want|wants|just|only|if|because|since|as|so|please)$/;
const SUBJECTS = /^(?:i|we|it|they|he|she|you|really|also|but|and|that|which)$/;
const MAX_WORDS = 3;
const WHY = "What is not needed is neither looked for nor left out.";

/**
 * Finds what a home need not have: "I don't need a garage", "basement not needed". It is no wish, and homes that have it are found as
 * well. `taken` are tokens with another meaning.
 */
export function findNotNeeded(
  tokens: readonly Token[],
  clauses: readonly PlacedWord[][],
  taken: ReadonlySet<number>,
): Claim[] {
  const features = featureSpans(tokens, clauses);
  const claims: Claim[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const claim = behindAt(tokens, index, features) ?? beforeAt(tokens, index, features);
    if (!claim || indexesOf(claim).some((at) => taken.has(at) || tokens[at]?.value !== null)) continue;
    claims.push({ ...claim, filters: {}, isName: true, why: WHY });
    index = claim.to - 1;
  }
  return claims;
}

type Span = { from: number; to: number };

const indexesOf = ({ from, to }: Span) => Array.from({ length: to - from }, (_, nth) => from + nth);

/** "I don't need a garage or a pool". */
function beforeAt(tokens: readonly Token[], index: number, features: readonly Span[]): Span | null {
  const lead = before.at(tokens, index);
  if (!lead) return null;
  let to = lead.next;
  do {
    const end = endOfNoun(tokens, tokens[to]?.text === "or" ? to + 1 : to, features);
    if (end === null) break;
    to = end;
  } while (tokens[to]?.text === "or");
  if (to === lead.next) return null;
  let from = index;
  while (from > 0 && SUBJECTS.test(tokens[from - 1]?.text ?? "")) from--;
  return { from, to };
}

function endOfNoun(tokens: readonly Token[], start: number, features: readonly Span[]): number | null {
  let at = start;
  while (ARTICLES.test(tokens[at]?.text ?? "")) at++;
  const feature = features.find(({ from }) => from === at);
  if (feature) return feature.to;
  let to = at;
  while (to < tokens.length && to - at < MAX_WORDS && isNoun(tokens[to])) {
    const inFeature = features.find(({ from }) => from === to);
    if (inFeature) return inFeature.to;
    to++;
  }
  return tokens.slice(at, to).some(({ text }) => isInformative(text)) ? to : null;
}

const isNoun = (token: Token | undefined) =>
  token !== undefined && /^\p{L}/u.test(token.text) && !ENDS.test(token.text) && token.text !== "or";

/** "A basement is not needed": the feature, or the word, before it. */
function behindAt(tokens: readonly Token[], index: number, features: readonly Span[]): Span | null {
  const next = features.find(({ from }) => from === index);
  const end = next?.to ?? index + 1;
  const found = isNoun(tokens[index]) ? behind.at(tokens, end) : undefined;
  if (!found || !isInformative(tokens[index]?.text ?? "")) return null;
  const isQuestion = matchesAt(tokens, index - 1, ["if"]);
  const from = /^(?:a|an|the|any)$/.test(tokens[index - 1]?.text ?? "") ? index - 1 : index;
  return isQuestion ? null : { from, to: found.next };
}

function featureSpans(tokens: readonly Token[], clauses: readonly PlacedWord[][]): Span[] {
  return locateFeatures(clauses).flatMap((found, nth) =>
    found
      .filter(({ key }) => key !== null)
      .map(({ from, to }) => {
        const words = clauses[nth] as PlacedWord[];
        const [start, end] = [(words[from] as PlacedWord).start, (words[to - 1] as PlacedWord).end];
        const last = tokens.findIndex((token) => token.from >= end);
        return { from: tokens.findIndex((token) => token.to > start), to: last < 0 ? tokens.length : last };
      }),
  );
}
