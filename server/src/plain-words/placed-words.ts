import { type Word, wordsOf } from "../models/index.ts";
import type { Claim } from "./interpretation.ts";
import type { Token } from "./tokens.ts";
import { CLAUSES } from "./vocabulary/phrase-finder.ts";

/** A word with its position in the query; `end` is exclusive. */
export type PlacedWord = Word & { start: number; end: number };

// Linear: starts with a letter or digit, and continues only within the same word.
const WORD =
  /(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])w\/|&|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’ʼ`]*\+?/giu;
const ABBREVIATIONS: Record<string, string> = { "w/o": "without", "w/": "with", "&": "and" };
/** A dot after these abbreviations does not end a clause: `St. Anthony`. */
const DOTTED_ABBREVIATION = /\b(?:st|ft|mt)$/i;

/** Splits a query into clauses of words with their positions, like `clausesOf`. A name becomes one meaningless word. */
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
      !(between.trim() === "." && DOTTED_ABBREVIATION.test(text.slice(Math.max(0, end - 3), end)));
    if (isBreak || clauses.length === 0) clauses.push([]);
    const start = found.index;
    end = start + written.length;
    const word = wordsOf(ABBREVIATIONS[written.toLowerCase()] ?? written);
    clauses.at(-1)?.push(...word.map((each) => ({ ...each, start, end: start + written.length })));
  }
  return clauses.filter((words) => words.length > 0);
}

/** Replaces names of places and streets, whose words mean nothing there: Garden City is no garden. */
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
