import { isStopWord, withinEdits } from "../../models/index.ts";
import type { Token } from "../tokens.ts";
import { isRealWord } from "./ordinary-words.ts";
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

/** The state whose whole name begins at a token, and the token after it. */
export function stateNameAt(
  tokens: readonly Token[],
  index: number,
): { abbreviation: string; to: number } | null {
  const found = states.at((nth) => tokens[index + nth]?.text);
  if (!found) return null;
  return { abbreviation: abbreviationOf.get(found.name) as string, to: index + found.words.length };
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
  const found = stateNameAt(tokens, index) ?? misspeltStateAt(tokens, index);
  if (!found) return null;
  const to = tokens[found.to]?.text === "state" ? found.to + 1 : found.to;
  const isMeant = isBehindPlace || isWhere(tokens, index, to);
  return isMeant ? { name: found.abbreviation, to } : null;
}

/** Words behind a name of a state that make it the name of something smaller: "Virginia Beach", "Washington Heights". */
const NAME_ENDS = new Set(
  "beach heights park springs falls square village hills lake city king style elementary".split(" "),
);
/** Words behind a state that begin something else: "Texas with a pool". */
const AFTER_STATES = new Set("with under over below between near for and or from without".split(" "));

/** Whether a state's name stands where places do. */
function isWhere(tokens: readonly Token[], index: number, to: number): boolean {
  const before = tokens[index - 1]?.text ?? "";
  const next = tokens[to]?.text;
  if (NAME_ENDS.has(next ?? "")) return false;
  const isEnd = next === undefined || /^[,.;!?]$/.test(next);
  if (LOCATIVE_WORDS.has(before) || before === "from" || isEnd) return true;
  if (HOME_NOUNS.has(before) && AFTER_STATES.has(next ?? "")) return true;
  return index === 0 && (HOME_NOUNS.has(next ?? "") || AFTER_STATES.has(next ?? ""));
}

/** Corrects a typo in the name of a state behind "in", or at the end of a query: "florda". */
function misspeltStateAt(
  tokens: readonly Token[],
  index: number,
): { abbreviation: string; to: number } | null {
  const isPlace = LOCATIVE_WORDS.has(tokens[index - 1]?.text ?? "");
  for (const count of [2, 1]) {
    const words = tokens.slice(index, index + count).map(({ text }) => text);
    const to = index + words.length;
    const isRight = words.every((word) => /^\p{L}{3}/u.test(word)) && !words.every(isRealWord);
    if (words.length < count || !isRight || words.some(isStopWord)) continue;
    if (!isPlace && to < tokens.length && index > 0) continue;
    const name = states.nearest(words);
    if (name !== undefined && withinEdits(words.join(" "), name, 1))
      return { abbreviation: abbreviationOf.get(name) as string, to };
  }
  return null;
}

/** Names of states that are names of cities as well. */
const ALSO_CITIES = new Set(["NY", "WA"]);

/**
 * Whether a token begins the name of a state that is the name of a city too: the city is meant with "city" or a state behind it, else
 * the state.
 */
export function isStateRather(tokens: readonly Token[], index: number): boolean {
  const state = stateNameAt(tokens, index) ?? misspeltStateAt(tokens, index);
  if (!state || !ALSO_CITIES.has(state.abbreviation)) return false;
  const at = tokens[state.to]?.text === "," ? state.to + 1 : state.to;
  return !isCityWord(tokens[at]) && !isState(tokens, at);
}

/** The end of "New York City" and of "Washington, DC", of which `to` is the end of the name that listings have. */
export function afterCityWord(tokens: readonly Token[], index: number, to: number): number {
  if (!ALSO_CITIES.has(stateNameAt(tokens, index)?.abbreviation ?? "")) return to;
  const at = tokens[to]?.text === "," ? to + 1 : to;
  return isCityWord(tokens[at]) ? at + 1 : to;
}

const isCityWord = (token: Token | undefined) => token?.text === "city" || token?.text === "dc";
