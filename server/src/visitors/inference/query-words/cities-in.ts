import { textsOf, type Word } from "../../../platform/models/language/words.ts";
import { isPlaceDenied } from "../vocabulary/phrase-finder.ts";

/** Cities by their first word, longer names first. */
export type CityIndex = ReadonlyMap<string, { words: string[]; city: string }[]>;

const indexes = new WeakMap<readonly string[], CityIndex>();

/** Made once for a list: a session's queries are read one after the other. */
export function cityIndex(cities: readonly string[]): CityIndex {
  const known = indexes.get(cities);
  if (known) return known;
  const index = new Map<string, { words: string[]; city: string }[]>();
  for (const city of cities) {
    const words = textsOf(city);
    const [first] = words;
    if (first === undefined) continue;
    index.set(first, [...(index.get(first) ?? []), { words, city }]);
  }
  for (const named of index.values()) named.sort((a, b) => b.words.length - a.words.length);
  indexes.set(cities, index);
  return index;
}

/** "Eagle Road" is a street wherever it runs; "a 5 star school" is not in Star. */
const STREETS = new Set([
  "rd",
  "road",
  "st",
  "street",
  "ave",
  "avenue",
  "dr",
  "drive",
  "ln",
  "lane",
  "blvd",
  "way",
  "county",
]);

export type CitiesFound = { wanted: string[]; unwanted: string[]; taken: Set<number>[] };

/** The cities that clauses name, and where; a longer name wins: Mountain Home is no mountain. */
export function citiesIn(clauses: readonly Word[][], index: CityIndex): CitiesFound {
  const wanted = new Set<string>();
  const unwanted = new Set<string>();
  const taken = clauses.map((words) => {
    const places = new Set<number>();
    for (let at = 0; at < words.length; ) {
      const found = index
        .get((words[at] as Word).text)
        ?.find((each) => each.words.every((word, nth) => words[at + nth]?.text === word));
      const after = at + (found?.words.length ?? 1);
      if (found && !STREETS.has(words[after]?.text ?? "") && !/^\d+$/.test(words[at - 1]?.text ?? "")) {
        (isPlaceDenied(words, at) ? unwanted : wanted).add(found.city);
        for (let place = at; place < after; place++) places.add(place);
      }
      at = after;
    }
    return places;
  });
  return { wanted: [...wanted], unwanted: [...unwanted].filter((city) => !wanted.has(city)), taken };
}

/** The city of that name as the list spells it, without regard to case, accents and points. */
export function cityNamed(name: string, index: CityIndex): string | undefined {
  const words = textsOf(name);
  return index
    .get(words[0] ?? "")
    ?.find(
      (each) => each.words.length === words.length && each.words.every((word, nth) => word === words[nth]),
    )?.city;
}
