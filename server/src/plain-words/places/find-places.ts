import type { KnownPlaces } from "../interpretation.ts";
import type { Token } from "../tokens.ts";
import { cityAt } from "./city-at.ts";
import { countyAt } from "./county-at.ts";
import { placeIndex } from "./place-index.ts";
import { alignLists } from "./place-lists.ts";
import { type FoundPlace, placeRelation } from "./place-relation.ts";
import { afterCityWord, isStateRather, stateAt } from "./state-at.ts";

/** Finds the places that a query names, in order. */
export function findPlaces(
  tokens: readonly Token[],
  known: KnownPlaces,
  taken: ReadonlySet<number>,
): FoundPlace[] {
  const found: FoundPlace[] = [];
  let floor = 0;
  for (let index = 0; index < tokens.length; ) {
    const place = taken.has(index) ? null : placeAt(tokens, index, floor, known, found.at(-1));
    if (place) found.push(place);
    const isBreak = /^[,;!?()|]$/.test(tokens[index]?.text ?? "");
    index = place?.to ?? index + 1;
    if (isBreak || place) floor = index;
  }
  return alignLists(tokens, found);
}

function placeAt(
  tokens: readonly Token[],
  index: number,
  floor: number,
  known: KnownPlaces,
  last: FoundPlace | undefined,
): FoundPlace | null {
  const county = countyAt(tokens, index, known.counties);
  if (county) return { kind: "county", ...county, ...spanOf(tokens, index, county.to, floor) };
  const named = cityAt(tokens, index, placeIndex(known.cities));
  const city = named && { ...named, to: afterCityWord(tokens, index, named.to) };
  const isCity = city !== null && !isStateRather(tokens, index);
  if (isCity) return { kind: "city", ...city, ...spanOf(tokens, index, city.to, floor) };
  const state = stateAt(tokens, index, last);
  // "3 bed New York loft": no place for a state, so that it is the city.
  if (!state) return city && { kind: "city", ...city, ...spanOf(tokens, index, city.to, floor) };
  const span = spanOf(tokens, index, state.to, floor);
  // A state after a city has the city's relation: "near Boise, Idaho" is not a search in Idaho.
  const isOfLast =
    last !== undefined && (last.to === index || (last.to === index - 1 && tokens[last.to]?.text === ","));
  return {
    kind: "state",
    ...state,
    ...span,
    ...(city && { city: city.name }),
    ...(isOfLast && last.relation !== "in" && { relation: last.relation }),
  };
}

function spanOf(tokens: readonly Token[], index: number, end: number, floor: number) {
  const { relation, from } = placeRelation(tokens, index, end, floor);
  return { relation, from: relation === "in" || relation === "not" ? from : index };
}

/** With the city of the same name where listings have such a city, and none is in the state: Washington in Utah. */
export function withoutEmptyStates(
  places: readonly FoundPlace[],
  hasState: (state: string) => boolean = () => true,
): FoundPlace[] {
  return places.map((place) =>
    place.city !== undefined && !hasState(place.name) ? { ...place, kind: "city", name: place.city } : place,
  );
}
