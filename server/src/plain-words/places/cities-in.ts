import { textsOf, type Word } from "../../models/index.ts";
import { isPlaceDenied } from "../vocabulary/phrase-finder.ts";
import { type PlaceIndex, placeIndex } from "./place-index.ts";
import { textOfStreets } from "./streets.ts";

export type CitiesFound = { wanted: string[]; unwanted: string[]; taken: Set<number>[] };

/** The cities that clauses name, and where; a longer name wins: Mountain Home is no mountain. */
export function citiesIn(clauses: readonly Word[][], index: PlaceIndex): CitiesFound {
  const wanted = new Set<string>();
  const unwanted = new Set<string>();
  const taken = clauses.map((words) => {
    const places = new Set<number>();
    for (let at = 0; at < words.length; ) {
      const found = index.at((nth) => words[at + nth]?.text);
      const after = at + (found?.words.length ?? 1);
      const next = words[after]?.text ?? "";
      // "Eagle Road" is a street wherever it runs; "a 5 star school" is not in Star.
      const isOther =
        next === "county" || textOfStreets.suffixes.has(next) || /^\d+$/.test(words[at - 1]?.text ?? "");
      if (found && !isOther) {
        (isPlaceDenied(words, at) ? unwanted : wanted).add(found.name);
        for (let place = at; place < after; place++) places.add(place);
      }
      at = after;
    }
    return places;
  });
  return { wanted: [...wanted], unwanted: [...unwanted].filter((city) => !wanted.has(city)), taken };
}

/** The city of that name as the list spells it, without regard to case, accents and points. */
export function cityNamed(name: string, cities: readonly string[]): string | undefined {
  const words = textsOf(name);
  const found = placeIndex(cities).at((nth) => words[nth]);
  return found?.words.length === words.length ? found.name : undefined;
}
