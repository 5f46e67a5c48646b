import { isKnown, wordsOf } from "../models/index.ts";
import { peopleAfter } from "./people-words.ts";
import { type TextWord, wordSet, wordsOfText } from "./words.ts";

/** Names of the listings' places, in which no term is looked for: a city called White is a city. */
export type PlaceNames = { cities: readonly string[]; counties: readonly string[] };

const STREETS =
  wordSet(`st street ave avenue av rd road dr drive ln lane blvd boulevard ct court cir circle pl way ter terrace hwy highway pkwy parkway loop
  trail trl square sq alley`);
const LANDMARKS =
  wordSet(`hill hills point creek falls lake valley spring springs ridge bay canyon mountain island heights meadows ferry bridge crossing river
  gulch rock rocks wells hollow fork view vista lookout peak pass cove harbor basin flat flats`);
/** Hospitals are named after denominations, and treat everyone. */
const HOSPITALS = wordSet("hospital medical");
/** One school; "Catholic schools" are many, and none of them is meant by name. */
const SCHOOLS = wordSet(
  "school elementary high middle academy prep preparatory district university college seminary institute",
);
/** Words that are no part of a street's name. */
const NOT_IN_NAMES =
  wordSet(`a an the in on at near by of for to from and or with no not people family families kids children friendly only quiet main busy
  private dead end side safe same corner nearby big large new old nice good great neighborhood community area any some my our is are welcome neighbors
  walk close next within top rated best affordable local excellent home house homes condo bed bath men women ok allowed school schools church`);
/** After these "way" and "drive" are no streets: "a church way out of town". */
const NOT_AFTER_STREETS = wordSet("out of too to more from away distance");

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
    if (isStreet) return index + 1;
    if (LANDMARKS.has(word.text)) return isForWhom(words, first) ? null : index + 1;
    const isOfBuilding = BUILDINGS.has(word.text) && isStreetOfBuilding(words, index + 1);
    if (NOT_IN_NAMES.has(word.text) && !isOfBuilding) return null;
  }
  return null;
}

/** "Catholic Church Road", which a term of two words begins. */
export function isStreetOfBuilding(words: readonly TextWord[], next: number): boolean {
  const [building, street] = [words[next - 1], words[next]];
  return (
    building !== undefined &&
    street !== undefined &&
    BUILDINGS.has(building.text) &&
    STREETS.has(street.text) &&
    building.isCapital &&
    street.isCapital
  );
}

const BUILDINGS = wordSet("church temple chapel mission mosque synagogue abbey monastery cathedral");
const NAMED_PLACES = wordSet(
  "pines park acres farm farms woods oaks grove estates commons plaza landing glen subdivision addition manor crest",
);

/** The end of a neighborhood or park that is named after a term, exclusive: "Cathedral Pines", "Amish Acres". Null for something else. */
export function namedPlaceEnd(words: readonly TextWord[], first: number, next: number): number | null {
  const behind = words[next];
  const isNamed =
    behind !== undefined &&
    !behind.startsClause &&
    words[first]?.isCapital &&
    behind.isCapital &&
    NAMED_PLACES.has(behind.text);
  return isNamed ? next + 1 : null;
}

/** "For retirees lake view" is no lake of that name; "looking for Temple View" is one. */
function isForWhom(words: readonly TextWord[], first: number): boolean {
  const at = /^(?:a|an|the|my|our)$/.test(words[first - 1]?.text ?? "") ? first - 2 : first - 1;
  return words[at]?.text === "for" && !/^(?:look|search|hunt)ing$/.test(words[at - 1]?.text ?? "");
}

/** Before denominations these name a university, also without a capital: "texas christian university". */
const BEFORE_UNIVERSITIES = wordSet("texas southern oklahoma abilene california houston dallas");

/**
 * The end of a school with a name of its own before the term: "Cole Valley Christian School"; null otherwise. What stands before is
 * a name when it is one of a place, stands behind "St" or "Bishop", or has a capital and is no word of the thesaurus. The first word of
 * a text may have a capital without being a name, unless the school has one too.
 */
export function schoolEnd(
  words: readonly TextWord[],
  first: number,
  next: number,
  places: PlaceNames,
): number | null {
  if (first === 0 || (words[first] as TextWord).startsClause) return null;
  const end = endOfSchool(words, first, next);
  return end !== null && isName(words, first - 1, { end, places }) ? end : null;
}

function endOfSchool(words: readonly TextWord[], first: number, next: number): number | null {
  const [within, behind] = [words[next - 1], words[next]];
  // "Catholic school" is a term of two words.
  if (next > first + 1 && within !== undefined && SCHOOLS.has(within.text)) return next;
  const isSchool = behind !== undefined && !behind.startsClause && SCHOOLS.has(behind.text);
  return isSchool && peopleAfter(words, next + 1) === null ? next + 1 : null;
}

function isName(
  words: readonly TextWord[],
  index: number,
  { end, places }: { end: number; places: PlaceNames },
): boolean {
  const [word, school] = [words[index] as TextWord, words[end - 1] as TextWord];
  if (LANDMARKS.has(word.text) || isWordOfPlace(word.text, places)) return true;
  if (school.text === "university" && BEFORE_UNIVERSITIES.has(word.text)) return true;
  if (NOT_IN_NAMES.has(word.text)) return false;
  if (/^(?:st|saint|bishop)$/.test(words[index - 1]?.text ?? "")) return true;
  const isWritten = word.isCapital && (index > 0 || school.isCapital);
  return isWritten && wordsOf(word.text).every((each) => !isKnown(each));
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
