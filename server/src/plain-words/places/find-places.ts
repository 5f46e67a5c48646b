import type { KnownPlaces } from "../interpretation.ts";
import type { Token } from "../tokens.ts";
import { cityAt } from "./city-at.ts";
import { countyAt } from "./county-at.ts";
import { placeIndex } from "./place-index.ts";
import { alignLists } from "./place-lists.ts";
import { type FoundPlace, placeRelation } from "./place-relation.ts";
import { stateAt } from "./state-at.ts";

/** Finds the places that a query names, in order. */
export function findPlaces(
  tokens: readonly Token[],
  known: KnownPlaces,
  taken: ReadonlySet<number>,
): FoundPlace[] {
  const found: FoundPlace[] = [];
  let floor = 0;
  for (let at = 0; at < tokens.length; ) {
    const place = taken.has(at) ? null : placeAt(tokens, at, floor, known, found.at(-1));
    if (place) found.push(place);
    const isBreak = /^[,;!?()|]$/.test(tokens[at]?.text ?? "");
    at = place?.to ?? at + 1;
    if (isBreak || place) floor = at;
  }
  return alignLists(tokens, found);
}

function placeAt(
  tokens: readonly Token[],
  at: number,
  floor: number,
  known: KnownPlaces,
  last: FoundPlace | undefined,
): FoundPlace | null {
  const county = countyAt(tokens, at, known.counties);
  if (county) return { kind: "county", ...county, ...spanOf(tokens, at, county.to, floor) };
  const city = cityAt(tokens, at, placeIndex(known.cities));
  if (city) {
    return { kind: "city", ...city, ...spanOf(tokens, at, city.to, floor) };
  }
  const state = stateAt(tokens, at, last);
  if (!state) return null;
  const span = spanOf(tokens, at, state.to, floor);
  // A state after a city has the city's relation: "near Boise, Idaho" is not a search in Idaho.
  const isOfLast =
    last !== undefined && (last.to === at || (last.to === at - 1 && tokens[last.to]?.text === ","));
  return {
    kind: "state",
    ...state,
    ...span,
    ...(isOfLast && last.relation !== "in" && { relation: last.relation }),
  };
}

function spanOf(tokens: readonly Token[], at: number, end: number, floor: number) {
  const { relation, from } = placeRelation(tokens, at, end, floor);
  return { relation, from: relation === "in" || relation === "not" ? from : at };
}
