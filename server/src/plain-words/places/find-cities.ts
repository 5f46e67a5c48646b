import { textsOf, type Word } from "../../models/index.ts";
import { isPlaceDenied } from "../vocabulary/phrase-finder.ts";
import { streetWords } from "./ordinary-words.ts";
import { type PlaceIndex, placeIndex } from "./place-index.ts";

export type CitiesFound = { wanted: string[]; unwanted: string[]; positions: Set<number>[] };

/** Finds the cities that clauses name, with their positions. The longest name wins: Mountain Home is no mountain. */
export function findCities(clauses: readonly Word[][], index: PlaceIndex): CitiesFound {
  const wanted = new Set<string>();
  const unwanted = new Set<string>();
  const taken = clauses.map((words) => {
    const places = new Set<number>();
    for (let position = 0; position < words.length; ) {
      const found = index.at((nth) => words[position + nth]?.text);
      const after = position + (found?.words.length ?? 1);
      const next = words[after]?.text ?? "";
      // "Eagle Road" is a street; "a 5 star school" is not in Star.
      const isOther =
        next === "county" || streetWords.suffixes.has(next) || /^\d+$/.test(words[position - 1]?.text ?? "");
      if (found && !isOther) {
        (isPlaceDenied(words, position) ? unwanted : wanted).add(found.name);
        for (let place = position; place < after; place++) places.add(place);
      }
      position = after;
    }
    return places;
  });
  return {
    wanted: [...wanted],
    unwanted: [...unwanted].filter((city) => !wanted.has(city)),
    positions: taken,
  };
}

/** Finds a city by name, ignoring case, accents and dots, in the spelling of the list. */
export function cityByName(name: string, cities: readonly string[]): string | undefined {
  const words = textsOf(name);
  const found = placeIndex(cities).at((nth) => words[nth]);
  return found?.words.length === words.length ? found.name : undefined;
}
