import type { KnownPlaces } from "../interpretation.ts";
import type { Token } from "../tokens.ts";
import { cityAt } from "./city-at.ts";
import { countyAt } from "./county-at.ts";
import { howMeant, type PlaceFound } from "./how-meant.ts";
import { placeIndex } from "./place-index.ts";
import { asTheirLists } from "./place-lists.ts";
import { stateAt } from "./state-at.ts";

/** The places that a query names, in order. */
export function placesIn(
  tokens: readonly Token[],
  known: KnownPlaces,
  taken: ReadonlySet<number>,
): PlaceFound[] {
  const found: PlaceFound[] = [];
  let floor = 0;
  for (let at = 0; at < tokens.length; ) {
    const place = taken.has(at) ? null : placeAt(tokens, at, floor, known, found.at(-1));
    if (place) found.push(place);
    const isBreak = /^[,;!?()|]$/.test(tokens[at]?.text ?? "");
    at = place?.to ?? at + 1;
    if (isBreak || place) floor = at;
  }
  return asTheirLists(tokens, found);
}

function placeAt(
  tokens: readonly Token[],
  at: number,
  floor: number,
  known: KnownPlaces,
  last: PlaceFound | undefined,
): PlaceFound | null {
  const county = countyAt(tokens, at, known.counties);
  if (county) return { kind: "county", ...county, ...spanOf(tokens, at, county.to, floor) };
  const city = cityAt(tokens, at, placeIndex(known.cities));
  if (city) {
    return { kind: "city", ...city, ...spanOf(tokens, at, city.to, floor) };
  }
  const state = stateAt(tokens, at, last);
  if (!state) return null;
  const span = spanOf(tokens, at, state.to, floor);
  // "Near Boise, Idaho" asks for Idaho no more than for Boise.
  const isOfLast =
    last !== undefined && (last.to === at || (last.to === at - 1 && tokens[last.to]?.text === ","));
  return { kind: "state", ...state, ...span, ...(isOfLast && last.meant !== "in" && { meant: last.meant }) };
}

function spanOf(tokens: readonly Token[], at: number, end: number, floor: number) {
  const { meant, from } = howMeant(tokens, at, end, floor);
  return { meant, from: meant === "in" || meant === "not" ? from : at };
}
