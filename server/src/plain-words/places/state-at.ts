import type { Token } from "../tokens.ts";
import { placeIndex } from "./place-index.ts";
import { abbreviationsThatAreWords, stateAbbreviations, stateNames } from "./states.ts";

const states = placeIndex(stateNames.map(([, name]) => name));
const abbreviationOf = new Map(stateNames.map(([abbreviation, name]) => [name, abbreviation] as const));
const LOCATIVE_WORDS = new Set([
  "in",
  "within",
  "across",
  "throughout",
  "northern",
  "southern",
  "eastern",
  "western",
  "north",
  "south",
  "central",
  "southwest",
  "southeast",
]);
/** Nouns after a place that stand for homes: "eagle homes". */
export const HOME_NOUNS = new Set(
  "home homes house houses condo condos townhome townhomes townhouse townhouses land lots real property properties apartment apartments cabin cabins".split(
    " ",
  ),
);

/** Whether a state is named at a token, in full or by its abbreviation. */
export function isState(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (!token) return false;
  const upper = token.text.toUpperCase();
  if (abbreviationOf.has(token.text)) return true;
  return stateAbbreviations.has(upper) && (token.written === upper || !abbreviationsThatAreWords.has(upper));
}

/** Finds a state by its name, or by its abbreviation after a city or "in". */
export function stateAt(
  tokens: readonly Token[],
  index: number,
  last: { kind: string; to: number } | undefined,
): { name: string; to: number } | null {
  const start = tokens[index - 1]?.text === "," ? index - 1 : index;
  const isBehindPlace = last !== undefined && last.to === start && last.kind !== "state";
  const before = tokens[index - 1]?.text ?? "";
  const token = tokens[index] as Token;
  const upper = token.text.toUpperCase();
  if (stateAbbreviations.has(upper)) {
    const isUpper = token.written === upper;
    const isMeant = isBehindPlace
      ? isUpper || !abbreviationsThatAreWords.has(upper)
      : isUpper && before === "in";
    return isMeant ? { name: upper, to: index + 1 } : null;
  }
  const found = states.at((nth) => tokens[index + nth]?.text);
  if (!found) return null;
  const named = index + found.words.length;
  const to = tokens[named]?.text === "state" ? named + 1 : named;
  const next = tokens[to]?.text;
  const isEnd = next === undefined || /^[,.;!?]$/.test(next);
  const isWhere =
    isBehindPlace ||
    LOCATIVE_WORDS.has(before) ||
    before === "from" ||
    (index === 0 && (isEnd || HOME_NOUNS.has(next ?? "")));
  const isMeant = isWhere || isEnd;
  return isMeant ? { name: abbreviationOf.get(found.name) as string, to } : null;
}
