import { isKnown, isStopWord, wordsOf } from "../../models/index.ts";
import type { Claim, KnownPlaces } from "../interpretation.ts";
import { unitAt } from "../quantities/measures.ts";
import { PhraseTable, type Token } from "../tokens.ts";
import { correctTypos, isVocabularyWord } from "../vocabulary/correct-typos.ts";
import { isOrdinary, isRealWord, streetWords } from "./ordinary-words.ts";
import { COMES_FROM, NO_SUCH_PLACE } from "./place-filters.ts";
import { PlaceIndex } from "./place-index.ts";
import { placeRelation } from "./place-relation.ts";
import { HOME_NOUNS, isState, isStateRather } from "./state-at.ts";

/** Large cities of the country, which are places wherever a query names them. */
const wellKnownCities =
  `Albuquerque, Amarillo, Anaheim, Anchorage, Arlington, Atlanta, Austin, Bakersfield, Baltimore, Baton Rouge, Birmingham,
  Boise, Boston, Brooklyn, Charlotte, Chattanooga, Chicago, Cincinnati, Cleveland, Colorado Springs, Dallas, Denver, Des Moines, Detroit, Durham,
  El Paso, Fort Collins, Fort Lauderdale, Fort Worth, Fresno, Honolulu, Houston, Indianapolis, Jacksonville, Jersey City, Kansas City, Knoxville, Las Vegas,
  Los Angeles, Louisville, Lubbock, Manhattan, Memphis, Miami, Milwaukee, Minneapolis, Nashville, New Orleans, New York, New York City, Newark, Oakland,
  Oklahoma City, Omaha, Orlando, Palm Springs, Philadelphia, Pittsburgh, Portland, Raleigh, Sacramento, Salt Lake City,
  San Antonio, San Diego, San Francisco, San Jose, Santa Barbara, Santa Fe, Scottsdale, Seattle, Spokane, St. Louis, Tacoma, Tallahassee, Tampa,
  Tucson, Tulsa, Vancouver, Washington DC, Wichita`
    .split(",")
    .map((name) => name.trim());
const largeCities = new PlaceIndex(wellKnownCities);
/** Large cities whose names are words as well: "needs reno", "boulder wall". They are places behind "in" and before a state. */
const wordyNames = ["Boulder", "Mobile", "Phoenix", "Providence", "Reno", "Savannah"];
const wordyCities = new PlaceIndex(wordyNames);
const wordsOfCities = new Set(wordyNames.map((name) => name.toLowerCase()));
/** Large cities elsewhere, which may be words of listings' streets and neighborhoods. */
const citiesElsewhere = new PlaceIndex(
  `Amsterdam, Barcelona, Berlin, Calgary, Dublin, London, Madrid, Mexico City, Montreal, Moscow, Paris, Rome, Sydney, Tokyo, Toronto`
    .split(",")
    .map((name) => name.trim()),
);
const inWords = new PhraseTable<true>([
  [true, "in, near, around, outside, outside of, close to, moving to, relocating to, move to"],
]);
const MAX_NAME_WORDS = 3;

/**
 * Finds places that no listing has: large cities, and names behind "in", "near" or before a state. They are no filters
 * and are not compared. A name that listings mention may be a neighborhood: it stays in the text (`isMentioned`).
 */
export function findUnknownPlaces(
  tokens: readonly Token[],
  known: KnownPlaces,
  taken: ReadonlySet<number>,
): Claim[] {
  const claims: Claim[] = [];
  let floor = 0;
  for (let index = 0; index < tokens.length; ) {
    const named = taken.has(index) ? null : nameAt(tokens, index, taken);
    if (named === null) {
      index++;
      continue;
    }
    const name = tokens
      .slice(index, named.to)
      .map(({ text }) => text)
      .join(" ");
    if (named.isCertain || !known.isMentioned?.(name)) {
      const { relation, from } = placeRelation(tokens, index, named.to, floor);
      if (relation !== "no") {
        const start = inWords.before(tokens, index)?.from ?? from;
        claims.push({
          from: Math.max(floor, start),
          to: afterState(tokens, named.to),
          filters: {},
          isName: true,
          why: relation === "from" ? COMES_FROM : NO_SUCH_PLACE,
        });
      }
    }
    index = afterState(tokens, named.to);
    floor = index;
  }
  return claims;
}

/** The names in a query that may be places which no listing has: whether listings mention them is looked up first. */
export function doubtfulPlaces(
  tokens: readonly Token[],
  known: KnownPlaces,
  taken: ReadonlySet<number>,
): string[] {
  const names = new Set<string>();
  const isMentioned = (name: string) => {
    names.add(name);
    return true;
  };
  findUnknownPlaces(tokens, { ...known, isMentioned }, taken);
  return [...names];
}

function nameAt(
  tokens: readonly Token[],
  index: number,
  taken: ReadonlySet<number>,
): { to: number; isCertain: boolean } | null {
  // The state's name alone is no city: "in New York".
  const large = isStateRather(tokens, index) ? undefined : largeCities.at((nth) => tokens[index + nth]?.text);
  if (large && !isStreet(tokens, index + large.words.length))
    return { to: index + large.words.length, isCertain: true };
  const isBehindIn = inWords.before(tokens, index) !== undefined || isJoinedToPlace(tokens, index, taken);
  const wordy = wordyCities.at((nth) => tokens[index + nth]?.text)?.words.length;
  const isBehindPreposition = isBehindIn || tokens[index - 1]?.text === "from";
  if (
    wordy !== undefined &&
    (isWordyCity(tokens, index + wordy, isBehindPreposition) || isAlone(tokens, index, index + wordy))
  )
    return { to: index + wordy, isCertain: true };
  const elsewhere = citiesElsewhere.at((nth) => tokens[index + nth]?.text)?.words.length;
  if (elsewhere !== undefined && index === 0 && index + elsewhere === tokens.length)
    return { to: elsewhere, isCertain: false };
  // "Near Eagle", where no listing is in a city of that name.
  const isTown = isBehindIn && isCapital(tokens[index]) && isOrdinary([(tokens[index] as Token).text]);
  if (isTown && isPhraseEnd(tokens[index + 1])) return { to: index + 1, isCertain: false };
  let to = index;
  while (to < tokens.length && to - index < MAX_NAME_WORDS && !taken.has(to) && isNameWord(tokens, to, index))
    to++;
  if (to === index || isStreet(tokens, to)) return null;
  const isOfState = isStateBehind(tokens, to) && isCapital(tokens[index]);
  return isBehindIn || isOfState || isAlone(tokens, index, to) ? { to, isCertain: false } : null;
}

/** Cities that are no words by themselves, also without a capital. */
const NEVER_WORDS = /^(?:phoenix|savannah)$/;

function isTypo({ text }: Token): boolean {
  const words = wordsOf(text);
  return correctTypos(words).some((word, nth) => word.text !== words[nth]?.text);
}

/** Whether a name with a capital is all of a query, or its end behind rooms or homes: "Paris", "3 bed Phoenix". */
function isAlone(tokens: readonly Token[], index: number, to: number): boolean {
  const isLoud = tokens.every(({ written }) => written === written.toUpperCase());
  const isWritten = !isLoud && isCapital(tokens[index]) && !isTypo(tokens[index] as Token);
  if (to < tokens.length || !(isWritten || NEVER_WORDS.test((tokens[index] as Token).text))) return false;
  const before = tokens[index - 1];
  return before === undefined || HOME_NOUNS.has(before.text) || unitAt(tokens, index - 1) !== null;
}

/** "Boise or Paris": an alternative to a place is a place. */
function isJoinedToPlace(tokens: readonly Token[], index: number, taken: ReadonlySet<number>): boolean {
  return (
    /^(?:or|,|\/)$/.test(tokens[index - 1]?.text ?? "") && taken.has(index - 2) && isCapital(tokens[index])
  );
}

/** Whether such a word is the city: "in Reno", "Boulder, CO", but not "near boulder walls". */
function isWordyCity(tokens: readonly Token[], to: number, isBehindIn: boolean): boolean {
  if (isStreet(tokens, to)) return false;
  return isStateBehind(tokens, to) || (isBehindIn && isPhraseEnd(tokens[to]));
}

const isPhraseEnd = (next: Token | undefined) =>
  next === undefined || /^(?:[,.;!?()]|and|or|to|with|under|over|for|near|below|between)$/.test(next.text);

/** Whether a word is the name of a large city, which is no typo of another word. */
export const isLargeCity = (word: string) =>
  [largeCities, citiesElsewhere].some((cities) => cities.at((nth) => [word][nth]) !== undefined);

/** The end of a place with its state: "Austin, TX". */
function afterState(tokens: readonly Token[], to: number): number {
  if (!isStateBehind(tokens, to)) return to;
  return tokens[to]?.text === "," ? to + 2 : to + 1;
}

const isStreet = (tokens: readonly Token[], next: number) =>
  streetWords.suffixes.has(tokens[next]?.text ?? "");

function isStateBehind(tokens: readonly Token[], to: number): boolean {
  const at = tokens[to]?.text === "," ? to + 1 : to;
  return tokens[at] !== undefined && /^[A-Z]{2}$/.test((tokens[at] as Token).written) && isState(tokens, at);
}

const isCapital = (token: Token | undefined) => token !== undefined && /^\p{Lu}\p{Ll}/u.test(token.written);

/** A word that no vocabulary has; behind the first one of a name, any word with a capital. */
function isNameWord(tokens: readonly Token[], position: number, first: number): boolean {
  const token = tokens[position] as Token;
  if (!mayBeName(token.text)) return false;
  return isUnknownWord(token.text) || (position > first && isCapital(token) && isCapital(tokens[first]));
}

const mayBeName = (text: string) =>
  /^\p{L}{3}/u.test(text) && !isStopWord(text) && !streetWords.suffixes.has(text) && !wordsOfCities.has(text);

/** Whether no vocabulary has a word. */
export function isUnknownWord(text: string): boolean {
  const [word] = wordsOf(text);
  return (
    mayBeName(text) && word !== undefined && !isKnown(word) && !isRealWord(text) && !isVocabularyWord(word)
  );
}
