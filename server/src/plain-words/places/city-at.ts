import { isStopWord } from "../../models/index.ts";
import type { Token } from "../tokens.ts";
import { isCountyWord } from "./county-at.ts";
import { isOrdinary, isRealWord } from "./ordinary-words.ts";
import type { PlaceIndex } from "./place-index.ts";
import { HOME_NOUNS, isState, stateNameAt } from "./state-at.ts";

/** Words after which an ordinary word is the name of a place. */
const PLACE_WORDS = new Set(["in", "near", "at", "around", "to", "from", "of", "outside"]);
const MAX_NAME_WORDS = 4;

/** Finds the city named at a token, typos included, and the token after it. */
export function cityAt(
  tokens: readonly Token[],
  position: number,
  index: PlaceIndex,
): { name: string; to: number } | null {
  const places = wordPositions(tokens, position);
  const found = index.at((nth) => tokens[places[nth] ?? -1]?.text);
  if (found) {
    const to = (places[found.words.length - 1] ?? position) + 1;
    if (isCountyWord(tokens[to])) return null;
    return !isOrdinary(found.words) ||
      isUsedAsName(tokens, position, to) ||
      isBesideCity(tokens, position, to, index)
      ? { name: found.name, to }
      : null;
  }
  return misspeltCityAt(tokens, position, places, index);
}

const JOINTS = new Set(["or", "and", "&", "/", ","]);
const STARTS = new Set("in near bed beds bath baths home homes house houses condo condos".split(" "));

/** "Eagle or Boise", "star and kuna": joined with an unambiguous name, or at a position where a list begins; "eagle star" is a list as well. */
function isBesideCity(tokens: readonly Token[], position: number, to: number, index: PlaceIndex): boolean {
  if (isListStart(tokens, position) && isRunOfCities(tokens, to, index)) return true;
  if (isBehindCity(tokens, position, index) && isRunEnd(tokens[to])) return true;
  if (JOINTS.has(tokens[to]?.text ?? "")) {
    const behind = index.at((nth) => tokens[to + 1 + nth]?.text);
    const isStart = isListStart(tokens, position);
    const isOfOtherKind =
      /^\d{5}$/.test(tokens[to + 1]?.written ?? "") || [2, 3].some((nth) => isCountyWord(tokens[to + nth]));
    if (isStart && isOfOtherKind) return true;
    if (behind && (isStart || !isOrdinary(behind.words))) return true;
  }
  if (!JOINTS.has(tokens[position - 1]?.text ?? "")) return false;
  return [2, 3].some((back) => {
    const before = index.at((nth) => tokens[position - back + nth]?.text);
    const isWhole = before?.words.length === back - 1;
    return (
      isWhole &&
      (position === back || !isOrdinary(before.words) || STARTS.has(tokens[position - back - 1]?.text ?? ""))
    );
  });
}

const isListStart = (tokens: readonly Token[], position: number) =>
  position === 0 || STARTS.has(tokens[position - 1]?.text ?? "");

/** Whether nothing but names of cities goes on to the end of the clause, or to a noun for homes. */
function isRunOfCities(tokens: readonly Token[], from: number, index: PlaceIndex): boolean {
  let at = from;
  for (let found = cityNameAt(tokens, at, index); found; found = cityNameAt(tokens, at, index))
    at += found.words.length;
  return at > from && isRunEnd(tokens[at]);
}

/** Whether the name of a city ends before a position, and begins where a list does. */
const isBehindCity = (tokens: readonly Token[], position: number, index: PlaceIndex) =>
  [1, 2].some((back) => {
    const before = cityNameAt(tokens, position - back, index);
    return before?.words.length === back && isListStart(tokens, position - back);
  });

const cityNameAt = (tokens: readonly Token[], position: number, index: PlaceIndex) =>
  index.at((nth) => tokens[position + nth]?.text);

const isRunEnd = (next: Token | undefined) =>
  next === undefined || HOME_NOUNS.has(next.text) || /^(?:[,;]|under|over|below|with)$/.test(next.text);

/** Positions of the words from `at` on, ignoring hyphens and the dot of `St. Anthony`. */
function wordPositions(tokens: readonly Token[], index: number): number[] {
  const places: number[] = [];
  for (let next = index; next < tokens.length && places.length < MAX_NAME_WORDS; next++) {
    const { text, glued } = tokens[next] as Token;
    if (/[\p{L}\p{N}]/u.test(text)) places.push(next);
    else if (!(glued && (text === "." || text === "-") && places.length > 0)) break;
  }
  return places;
}

/** "Star" and "mountain home" are also ordinary words: they require a sign that a place is meant. */
function isUsedAsName(tokens: readonly Token[], index: number, to: number): boolean {
  const before = tokens[index - 1];
  const next = tokens[to];
  const isRest = index === 0 && (next === undefined || (next.text === "," && isCapital(tokens[0])));
  const isOfState =
    next !== undefined && (isState(tokens, to) || (next.text === "," && isState(tokens, to + 1)));
  if (before?.text === "of" && NOUNS_BEFORE_OF.has(tokens[index - 2]?.text ?? "")) return false;
  if (isRest || isOfState || (before && PLACE_WORDS.has(before.text) && !isVerb(tokens, index))) return true;
  if (
    before &&
    /^(?:not|avoid|except|but|or|and|,|ne|nw|se|sw|downtown)$/.test(before.text) &&
    to - index === 1 &&
    next?.text !== "rated"
  )
    return before.text !== "and" || isCapital(tokens[index]);
  const isLoud = tokens.every((token) => token.written === token.written.toUpperCase());
  const isCapitalised = tokens.slice(index, to).every((token) => isCapital(token)) && !isLoud;
  if (isCapitalised && (index > 0 || to - index > 1 || HOME_NOUNS.has(next?.text ?? ""))) return true;
  // "Eagle homes under 600k", "3 bed under 450k eagle": a single word at either end of the query, alone or before a
  // noun for homes.
  if (to - index > 1) return false;
  return (
    (index === 0 &&
      next !== undefined &&
      (HOME_NOUNS.has(next.text) || next.value !== null || WORDS_AFTER_CITY.has(next.text))) ||
    (next === undefined && before !== undefined && isEndOfNumber(before))
  );
}

/** Nouns before "of" with which an ordinary word is no town: "a touch of grace", "full of hope". */
const NOUNS_BEFORE_OF = new Set(
  "touch piece sense full lots lot bit view views state rays kind type".split(" "),
);
/** "Eagle near the river", "star under 500k". */
const WORDS_AFTER_CITY = new Set(["near", "under", "over", "below", "between", "by"]);
const isCapital = (token: Token | undefined) => token !== undefined && /^\p{Lu}/u.test(token.written);
const isEndOfNumber = (token: Token) =>
  token.value !== null ||
  /^(?:k|m|mil|million|beds?|baths?|br|ba|bd|sqft|acres?|homes?|houses?|condos?|,)$/.test(token.text);
/** Whether the previous word shows that it is no place: "to hope". */
const isVerb = (tokens: readonly Token[], index: number) =>
  /^(?:to)$/.test(tokens[index - 1]?.text ?? "") &&
  /^(?:hope|page|star|price)$/.test(tokens[index]?.text ?? "");

/** Corrects typos only in positions where places occur, and never changes a dictionary word. */
function misspeltCityAt(
  tokens: readonly Token[],
  position: number,
  places: readonly number[],
  index: PlaceIndex,
): { name: string; to: number } | null {
  const first = tokens[position];
  if (!first || (!/^\p{L}{4}/u.test(first.text) && places.length < 2)) return null;
  if (position > 0 && (tokens[position - 1] as Token).glued && first.glued) return null;
  for (let count = Math.min(places.length, 3); count > 0; count--) {
    const words = places.slice(0, count).map((place) => (tokens[place] as Token).text);
    if (words.every(isRealWord) || (count === 1 && isRealWord(first.text)) || !/^\p{L}/u.test(first.text))
      continue;
    // "Texas with a pool" is not in Texas City.
    if (words.some(isStopWord) || places.slice(0, count).some((place) => stateNameAt(tokens, place)))
      continue;
    const to = (places[count - 1] ?? position) + 1;
    if (!isPlacePosition(tokens, position, to)) continue;
    const name = index.nearest(words);
    if (name !== undefined) return { name, to };
  }
  return null;
}

function isPlacePosition(tokens: readonly Token[], index: number, to: number): boolean {
  const before = tokens[index - 1];
  const next = tokens[to];
  if (!before || !next || PLACE_WORDS.has(before.text)) return true;
  if (
    /^(?:downtown|,|or|and|not|ne|nw|se|sw|north|south|east|west)$/.test(before.text) ||
    isEndOfNumber(before)
  )
    return true;
  return isState(tokens, to) || HOME_NOUNS.has(next.text);
}
