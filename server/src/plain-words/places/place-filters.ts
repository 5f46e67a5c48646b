import type { Claim } from "../interpretation.ts";
import type { Token } from "../tokens.ts";
import { groupLists } from "./place-lists.ts";
import type { FoundPlace } from "./place-relation.ts";

export const COMES_FROM = "Where a buyer lives, works or comes from is no filter.";
export const NO_SUCH_PLACE = "No listing is in a place of that name.";
/** The most places of one filter. */
export const MAX_ALTERNATIVES = 10;

/**
 * Turns places into filters: one of a kind, or joined ones ("Meridian or Eagle"). Separate places give no filter,
 * because one would exclude the other; nor does a place that homes are only near to. A denied place is removed from
 * the text. `unknown` are places of no listing, which may stand in a list: "Eagle, Miami, Star".
 */
export function placeFilters(
  tokens: readonly Token[],
  places: readonly FoundPlace[],
  {
    hasState = () => true,
    unknown = [],
  }: { hasState?: (state: string) => boolean; unknown?: readonly Claim[] } = {},
): Claim[] {
  const lists = groupLists(
    tokens,
    places.filter(({ kind }) => kind !== "state"),
    [...places.filter(({ kind }) => kind === "state"), ...unknown],
  );
  return places.map((place, nth): Claim => {
    const { kind, name, relation, to } = place;
    const list = lists.find((each) => each.includes(place)) ?? [place];
    const before = list[list.indexOf(place) - 1];
    // The "or" between cities of a list is removed with them.
    const from = before?.relation === relation ? before.to : place.from;
    const isName = relation !== "no" || kind === "city";
    if (relation === "not" && kind !== "state")
      return { from, to, filters: {}, denies: { [kind === "city" ? "cities" : "counties"]: [name] }, isName };
    // The state is removed with the denied city: "not in Boise, ID".
    const town = places[nth - 1];
    const isOfDenied =
      kind === "state" && town?.relation === "not" && town.kind === "city" && place.from - town.to <= 1;
    if (relation === "not" && isOfDenied) return { from: town.to, to, filters: {}, isName };
    if (kind === "state" && relation === "in" && !hasState(name))
      return { from, to, filters: {}, isName: true, why: NO_SUCH_PLACE };
    const names = [
      ...new Set(
        places.filter((each) => each.kind === kind && each.relation === "in").map((each) => each.name),
      ),
    ];
    const areJoined = names.length <= MAX_ALTERNATIVES && names.every((each) => isInList(list, each));
    if (relation !== "in" || (names.length > 1 && !areJoined))
      return { from: place.from, to, filters: null, isName };
    return { from, to, filters: { [kind]: names.length > 1 ? names : name }, isName };
  });
}

const isInList = (list: readonly FoundPlace[], name: string) =>
  list.some((each) => each.relation === "in" && each.name === name);
