import { isKnown, wordsOf } from "../models/index.ts";
import { peopleAfter } from "./people-words.ts";
import { type TextWord, wordsOfText } from "./words.ts";

/** Names of the listings' places, in which no term is looked for: a city called White is a city. */
export type PlaceNames = { cities: readonly string[]; counties: readonly string[] };

const set = (words: string) => new Set(words.trim().split(/\s+/));

const STREETS =
  set(`st street ave avenue av rd road dr drive ln lane blvd boulevard ct court cir circle pl way ter terrace hwy highway pkwy parkway loop
  trail trl square sq alley`);
const LANDMARKS =
  set(`hill hills point creek falls lake valley spring springs ridge bay canyon mountain island heights meadows ferry bridge crossing river
  gulch rock rocks wells hollow fork view vista lookout peak pass cove harbor basin flat flats`);
/** Hospitals are named after denominations, and treat everyone. */
const HOSPITALS = set("hospital medical");
/** One school; "Catholic schools" are many, and none of them is meant by name. */
const SCHOOLS = set(
  "school elementary high middle academy prep preparatory district university college seminary institute",
);
/** Words that are no part of a street's name. */
const NOT_IN_NAMES =
  set(`a an the in on at near by of for to from and or with no not people family families kids children friendly only quiet main busy
  private dead end side safe same corner nearby big large new old nice good great neighborhood community area any some my our is are welcome neighbors
  walk close next within top rated best affordable local excellent home house homes condo bed bath men women ok allowed school schools church`);
/** After these "way" and "drive" are no streets: "a church way out of town". */
const NOT_AFTER_STREETS = set("out of too to more from away distance");

/**
 * The end of a street, landmark or hospital whose name begins at a term, exclusive: "Church Street", "White Oak Lane", "Temple
 * View". Null for something else.
 */
export function streetEnd(words: readonly TextWord[], first: number, next: number): number | null {
  if (/^(?:no|not|without|avoid)$/.test(words[first - 1]?.text ?? "")) return null;
  const behind = words[next];
  if (behind !== undefined && !behind.startsClause && HOSPITALS.has(behind.text)) return next + 1;
  for (let index = next; index <= next + 1; index++) {
    const word = words[index];
    if (word === undefined || word.startsClause) return null;
    const after = words[index + 1];
    const isStreet =
      STREETS.has(word.text) && !(after && !after.startsClause && NOT_AFTER_STREETS.has(after.text));
    if (isStreet || LANDMARKS.has(word.text)) return index + 1;
    if (NOT_IN_NAMES.has(word.text)) return null;
  }
  return null;
}

/**
 * The end of a school with a name of its own before the term: "Cole Valley Christian School"; null otherwise. What stands before is
 * a name when it is one of a place, or no word of the language.
 */
export function schoolEnd(
  words: readonly TextWord[],
  first: number,
  next: number,
  places: PlaceNames,
): number | null {
  const before = words[first - 1];
  if (before === undefined || (words[first] as TextWord).startsClause || !isName(before, places)) return null;
  const [within, behind] = [words[next - 1], words[next]];
  // "Catholic school" is a term of two words.
  if (next > first + 1 && within !== undefined && SCHOOLS.has(within.text)) return next;
  const isSchool = behind !== undefined && !behind.startsClause && SCHOOLS.has(behind.text);
  return isSchool && peopleAfter(words, next + 1) === null ? next + 1 : null;
}

function isName(word: TextWord, places: PlaceNames): boolean {
  if (LANDMARKS.has(word.text) || isWordOfPlace(word.text, places)) return true;
  return !NOT_IN_NAMES.has(word.text) && wordsOf(word.text).every((each) => !isKnown(each));
}

function isWordOfPlace(text: string, { cities, counties }: PlaceNames): boolean {
  return [cities, counties].some((names) => indexOf(names).has(text));
}

const indexes = new WeakMap<readonly string[], Map<string, string[][]>>();

/** Built once per array: names by first word, the longest first. */
function indexOf(names: readonly string[]): Map<string, string[][]> {
  const known = indexes.get(names);
  if (known) return known;
  const index = new Map<string, string[][]>();
  for (const name of names) {
    const words = wordsOfText(name).map(({ text }) => text);
    const [first] = words;
    if (first !== undefined) index.set(first, [...(index.get(first) ?? []), words]);
  }
  for (const alike of index.values()) alike.sort((one, other) => other.length - one.length);
  indexes.set(names, index);
  return index;
}

/** The end of a city's or county's name that begins at a word, exclusive; null without one. */
export function placeEnd(words: readonly TextWord[], first: number, places: PlaceNames): number | null {
  for (const names of [places.cities, places.counties]) {
    const found = indexOf(names)
      .get(words[first]?.text ?? "")
      ?.find((name) => name.every((word, nth) => words[first + nth]?.text === word));
    if (found === undefined) continue;
    const end = first + found.length;
    // A county is named with its kind. Counties are named after people and peoples.
    if (names === places.counties && words[end]?.singular !== "county" && words[end]?.singular !== "parish")
      continue;
    return end;
  }
  return null;
}
