import type { TextWord } from "./words.ts";
import { wordsOfText } from "./words.ts";

/** Names of the listings' places, in which no term is looked for: a city called White is a city. */
export type PlaceNames = { cities: readonly string[]; counties: readonly string[] };

const set = (words: string) => new Set(words.trim().split(/\s+/));

const STREETS =
  set(`st street ave avenue av rd road dr drive ln lane blvd boulevard ct court cir circle pl way ter terrace hwy highway pkwy parkway loop
  trail trl square sq alley`);
const LANDMARKS =
  set(`hill hills point creek falls lake valley spring springs ridge bay canyon mountain island heights meadows ferry bridge crossing river
  gulch rock rocks wells hollow fork view vista lookout peak pass cove harbor basin flat flats`);
const INSTITUTIONS = set("university college hospital medical academy institute");
const SCHOOLS = set("school schools elementary high middle academy prep preparatory district");
/** Words that are no part of a street's or school's name. */
const NOT_IN_NAMES =
  set(`a an the in on at near by of for to from and or with no not people family families kids children friendly only quiet main busy
  private dead end side safe same corner nearby big large new old nice good great neighborhood community area any some my our is are welcome neighbors
  walk close next within top rated best affordable local excellent home house homes condo bed bath men women ok allowed school schools church`);
/** After these "way" and "drive" are no streets: "a church way out of town". */
const NOT_AFTER_STREETS = set("out of too to more from away distance");

/**
 * The end of a street or landmark whose name begins at a term, exclusive: "Church Street", "White Oak Lane", "Temple
 * View". Null for something else.
 */
export function streetEnd(words: readonly TextWord[], first: number, next: number): number | null {
  if (/^(?:no|not|without|avoid)$/.test(words[first - 1]?.text ?? "")) return null;
  for (let index = next; index <= next + 1; index++) {
    const word = words[index];
    if (word === undefined || word.startsClause) return null;
    const after = words[index + 1];
    const isStreet =
      STREETS.has(word.text) && !(after && !after.startsClause && NOT_AFTER_STREETS.has(after.text));
    if (isStreet || LANDMARKS.has(word.text) || INSTITUTIONS.has(word.text)) return index + 1;
    if (NOT_IN_NAMES.has(word.text)) return null;
  }
  return null;
}

/** The end of a school with a name of its own before the term: "Cole Valley Christian School"; null otherwise. */
export function schoolEnd(words: readonly TextWord[], first: number, next: number): number | null {
  const before = words[first - 1];
  const school = words[next];
  const isNamed =
    before !== undefined && !(words[first] as TextWord).startsClause && !NOT_IN_NAMES.has(before.text);
  if (!isNamed) return null;
  if (next > first + 1 && SCHOOLS.has(words[next - 1]?.text ?? "")) return next;
  return school !== undefined && !school.startsClause && SCHOOLS.has(school.text) ? next + 1 : null;
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
