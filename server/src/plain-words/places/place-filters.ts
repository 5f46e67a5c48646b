import type { Claim } from "../claim.ts";
import type { Token } from "../tokens.ts";
import type { PlaceFound } from "./how-meant.ts";
import { listsOf } from "./place-lists.ts";

/** More alternatives than that are no search any more. */
const MOST_CITIES = 10;

/**
 * What places say as filters: one of a kind, or towns that are joined ("Meridian or Eagle"). Towns that stand apart are no
 * filter, since one would deny the other; nor is a place that homes are only near to. A denied place leaves the text.
 */
export function placeFilters(tokens: readonly Token[], places: readonly PlaceFound[]): Claim[] {
  const lists = listsOf(
    tokens,
    places.filter(({ kind }) => kind !== "state"),
    places,
  );
  return places.map((place, nth): Claim => {
    const { kind, name, meant, to } = place;
    const list = lists.find((each) => each.includes(place)) ?? [place];
    const before = list[list.indexOf(place) - 1];
    // The "or" of a list goes with its towns.
    const from = before?.meant === meant ? before.to : place.from;
    const isName = meant !== "no" || kind === "city";
    if (meant === "not" && kind !== "state")
      return { from, to, filters: {}, denies: { [kind === "city" ? "cities" : "counties"]: [name] }, isName };
    // The state goes with the town that is denied: "not in Boise, ID".
    const town = places[nth - 1];
    const isOfDenied =
      kind === "state" && town?.meant === "not" && town.kind === "city" && place.from - town.to <= 1;
    if (meant === "not" && isOfDenied) return { from: town.to, to, filters: {}, isName };
    const names = [
      ...new Set(places.filter((each) => each.kind === kind && each.meant === "in").map((each) => each.name)),
    ];
    const areJoined =
      kind === "city" && names.length <= MOST_CITIES && names.every((each) => isNamed(list, each));
    if (meant !== "in" || (names.length > 1 && !areJoined))
      return { from: place.from, to, filters: null, isName };
    return { from, to, filters: { [kind]: names.length > 1 ? names : name }, isName };
  });
}

const isNamed = (list: readonly PlaceFound[], name: string) =>
  list.some((each) => each.meant === "in" && each.name === name);
