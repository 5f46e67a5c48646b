import { type Word, wordsOf } from "../models/index.ts";
import type { Claim } from "./claim.ts";
import type { Token } from "./tokens.ts";
import { CLAUSES } from "./vocabulary/phrase-finder.ts";

/** A word and where it stands in the query; `to` is behind it. */
export type PlacedWord = Word & { start: number; end: number };

// A letter or digit first, then what can only be the same word: linear.
const WORD =
  /(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])w\/|&|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’ʼ`]*\+?/giu;
const SHORT: Record<string, string> = { "w/o": "without", "w/": "with", "&": "and" };
/** Their point ends no clause: `St. Anthony`. */
const SHORTENED = /\b(?:st|ft|mt)$/i;

/** The words of each clause of a query, as `clausesOf` but with their places; names are one word that means nothing. */
export function placedClauses(
  query: string,
  tokens: readonly Token[],
  claims: readonly Claim[],
): PlacedWord[][] {
  const text = withoutNames(query, tokens, claims).replaceAll("(s)", "s  ");
  const clauses: PlacedWord[][] = [];
  let end = 0;
  for (const found of text.matchAll(WORD)) {
    const [written] = found;
    const between = text.slice(end, found.index);
    const isBreak =
      CLAUSES.test(between) &&
      !(between.trim() === "." && SHORTENED.test(text.slice(Math.max(0, end - 3), end)));
    if (isBreak || clauses.length === 0) clauses.push([]);
    const start = found.index;
    end = start + written.length;
    const word = wordsOf(SHORT[written.toLowerCase()] ?? written);
    clauses.at(-1)?.push(...word.map((each) => ({ ...each, start, end: start + written.length })));
  }
  return clauses.filter((words) => words.length > 0);
}

/** Names of places and streets hold words that mean nothing there: no garden is asked for in Garden City. */
function withoutNames(text: string, tokens: readonly Token[], claims: readonly Claim[]): string {
  let rest = "";
  let end = 0;
  for (const { from, to } of claims.filter(({ isName }) => isName).sort((a, b) => a.from - b.from)) {
    const start = (tokens[from] as Token).from;
    if (start < end) continue;
    const behind = (tokens[to - 1] as Token).to;
    rest += `${text.slice(end, start)}${"x".padEnd(behind - start)}`;
    end = behind;
  }
  return rest + text.slice(end);
}
