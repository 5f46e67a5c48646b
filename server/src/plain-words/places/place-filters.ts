import type { Claim } from "../claim.ts";
import type { Token } from "../tokens.ts";
import type { FoundPlace } from "./find-places.ts";
import { groupLists } from "./place-lists.ts";

/** More alternatives than that are no search any more. */
const MAX_CITIES = 10;

/**
 * What places say as filters: one of a kind, or towns that are joined ("Meridian or Eagle"). Towns that stand apart are no
 * filter, since one would deny the other; nor is a place that homes are only near to. A denied place leaves the text.
 */
export function placeFilters(tokens: readonly Token[], places: readonly FoundPlace[]): Claim[] {
  const lists = groupLists(
    tokens,
    places.filter(({ kind }) => kind !== "state"),
    places,
  );
  return places.map((place, nth): Claim => {
    const { kind, name, relation: meant, to } = place;
    const list = lists.find((each) => each.includes(place)) ?? [place];
    const before = list[list.indexOf(place) - 1];
    // The "or" of a list goes with its towns.
    const from = before?.relation === meant ? before.to : place.from;
    const isName = meant !== "no" || kind === "city";
    if (meant === "not" && kind !== "state")
      return { from, to, filters: {}, denies: { [kind === "city" ? "cities" : "counties"]: [name] }, isName };
    // The state goes with the town that is denied: "not in Boise, ID".
    const town = places[nth - 1];
    const isOfDenied =
      kind === "state" && town?.relation === "not" && town.kind === "city" && place.from - town.to <= 1;
    if (meant === "not" && isOfDenied) return { from: town.to, to, filters: {}, isName };
    const names = [
      ...new Set(
        places.filter((each) => each.kind === kind && each.relation === "in").map((each) => each.name),
      ),
    ];
    const areJoined =
      kind === "city" && names.length <= MAX_CITIES && names.every((each) => isInList(list, each));
    if (meant !== "in" || (names.length > 1 && !areJoined))
      return { from: place.from, to, filters: null, isName };
    return { from, to, filters: { [kind]: names.length > 1 ? names : name }, isName };
  });
}

const isInList = (list: readonly FoundPlace[], name: string) =>
  list.some((each) => each.relation === "in" && each.name === name);
