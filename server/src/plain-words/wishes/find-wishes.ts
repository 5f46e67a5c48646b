import { type DeniedWish, deniedWishes, phraseLengthAt, purposes } from "../../models/index.ts";
import type { Claim, ComparedAs } from "../interpretation.ts";
import type { PlacedWord } from "../placed-words.ts";
import type { Token } from "../tokens.ts";
import { isDenied } from "../vocabulary/phrase-finder.ts";
import { GappedPhrases, NEGATIONS } from "./phrase-with-gaps.ts";

/** A wish of a query in the trade's words, with its tokens. */
export type Wish = ComparedAs & { from: number; to: number };

export type Wishes = {
  /** What the query wants a home for. */
  purposes: Wish[];
  /** What is not wanted, for which something else is looked for. Their words leave the text. */
  denied: (Wish & { wanted: string[]; refused: string[] })[];
};

/** More are no query, but a description. */
const MAX_WISHES = 6;

const listOf = (words: string) => words.split(",").map((each) => each.trim());
const purposePhrases = new GappedPhrases(
  Object.entries(purposes).flatMap(([phrases, trade]) =>
    listOf(phrases).map((phrase) => [phrase, listOf(trade)] as const),
  ),
);
const deniedThings = new GappedPhrases(
  deniedWishes.flatMap((wish) => listOf(wish.things).map((thing) => [thing, wish] as const)),
);

/**
 * Finds the wishes of a query: "a place to repair cars", "no carpet", "allergic to gas". `taken` are tokens with filters.
 */
export function findWishes(
  text: string,
  tokens: readonly Token[],
  clauses: readonly PlacedWord[][],
  taken: ReadonlySet<number>,
): Wishes {
  const found: Wishes = { purposes: [], denied: [] };
  // "No stairs" is a filter.
  const isFree = ({ from, to }: Wish) => !tokens.slice(from, to).some((_, nth) => taken.has(from + nth));
  for (const words of clauses) {
    for (let index = 0; index < words.length; ) {
      const denied = deniedAt(words, index);
      const purpose = denied ? null : purposePhrases.at(words, index);
      const to = denied?.to ?? purpose?.to ?? index + 1;
      if (denied) {
        const { instead, wanted = [], refused = [] } = denied.wish;
        const span = spanOf(tokens, words, index, to);
        found.denied.push({
          ...span,
          text: written(text, tokens, span),
          as: listOf(instead),
          wanted,
          refused,
        });
      } else if (purpose && !isDenied(words, index)) {
        const span = spanOf(tokens, words, index, to);
        const wish = { ...span, text: written(text, tokens, span), as: purpose.meaning };
        // "No work needed": its words would be found where there is some.
        if (NEGATIONS.has((words[index] as PlacedWord).text) && phraseLengthAt(words, index) === 0)
          found.denied.push({ ...wish, wanted: [], refused: [] });
        else found.purposes.push(wish);
      }
      index = to;
    }
  }
  return {
    purposes: found.purposes.slice(0, MAX_WISHES),
    denied: found.denied.filter(isFree).slice(0, MAX_WISHES),
  };
}

const DENIALS = new GappedPhrases<true>(
  listOf(
    `no, not, without, never, hate, hates, avoid, allergic to, allergy to, dont want, do not want, dont like, do not like, dislike,
    cant do, cannot do, cant have, cannot have, cant climb, cannot climb, cant use, tired of, sick of, free of, zero, nothing with`,
  ).map((phrase) => [phrase, true] as const),
);
/** Words between a denial and its thing. */
const BETWEEN = new Set(
  "a an any the more to too of have having do deal dealing with climb climbing use old ugly much many my doing like want wall".split(
    " ",
  ),
);

/** "No carpet", "allergic to gas", "carpet free". */
function deniedAt(words: readonly PlacedWord[], index: number): { wish: DeniedWish; to: number } | null {
  const denial = DENIALS.at(words, index);
  if (denial) {
    let next = denial.to;
    while (BETWEEN.has(words[next]?.text ?? "")) next++;
    const thing = wholeAt(words, next);
    return thing && { wish: thing.meaning, to: thing.to };
  }
  const thing = wholeAt(words, index);
  return thing && words[thing.to]?.text === "free" ? { wish: thing.meaning, to: thing.to + 1 } : null;
}

/** A denied thing without other words inside of it: "no gas" is not "no big gas furnace range". */
function wholeAt(words: readonly PlacedWord[], index: number) {
  const thing = deniedThings.at(words, index);
  if (!thing || thing.to - index > thing.stems.length + 1) return null;
  // "No gas fireplace", "no well kept secrets", "no street parking permit" are about something else.
  const next = words[thing.to]?.text ?? "";
  return OTHER_HEADS.has(next) ? null : thing;
}
const OTHER_HEADS = new Set(
  "fireplace fireplaces kept maintained lit station log insert house floor floors".split(" "),
);

/** Claims for denied things, so that their words leave the text. */
export function claimsOf({ denied }: Wishes): Claim[] {
  return denied.map(({ from, to }) => ({ from, to, filters: {} }));
}

function spanOf(tokens: readonly Token[], words: readonly PlacedWord[], first: number, end: number) {
  const start = (words[first] as PlacedWord).start;
  const stop = (words[end - 1] as PlacedWord).end;
  const from = tokens.findIndex((token) => token.to > start);
  const behind = tokens.findIndex((token) => token.from >= stop);
  return { from, to: behind < 0 ? tokens.length : behind };
}

function written(text: string, tokens: readonly Token[], { from, to }: { from: number; to: number }): string {
  return text.slice((tokens[from] as Token).from, (tokens[to - 1] as Token).to);
}
