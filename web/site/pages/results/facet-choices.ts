import { searchParameter } from "../../../shared/search-parameters.ts";
import { featureText, filterText } from "../../texts/filters.ts";
import type { Choice } from "./choices.tsx";
import type { FoundHomes } from "./find-homes.ts";

type WordFacet = "city" | "county" | "zip" | "features" | "property_type" | "status";

/** Values of a parameter with their counts, most frequent first. */
export function facetChoices({ facets, hasCounts }: FoundHomes, name: WordFacet, most: number): Choice[] {
  const choices = (facets[name] ?? []).map(({ value, count }) => ({
    value,
    text: name === "features" ? featureText(value) : filterText(name, value),
    count: hasCounts ? count : null,
  }));
  // A feature may be there as a key and in the words of listings, which read the same.
  const isFirst = ({ text }: Choice, nth: number) => choices.findIndex((each) => each.text === text) === nth;
  return choices.filter(isFirst).slice(0, most);
}

/** All values that the API knows of a parameter, with their counts. `Closed` is another word for `Sold`. */
export function allChoices({ facets, hasCounts }: FoundHomes, name: "property_type" | "status"): Choice[] {
  const counts = new Map(facets[name]?.map(({ value, count }) => [value, count]));
  return (searchParameter(name)?.values ?? [])
    .filter((value) => value !== "Closed")
    .map((value) => ({
      value,
      text: filterText(name, value),
      count: hasCounts ? (counts.get(value) ?? 0) : null,
    }));
}

/** `1+` to `5+`, each with the number of homes that have so many or more. */
export function leastChoices({ facets, hasCounts }: FoundHomes, name: "beds" | "baths"): Choice[] {
  const numbers = facets[name] ?? [];
  return [1, 2, 3, 4, 5].map((least) => ({
    value: String(least),
    text: `${least}+`,
    count: hasCounts
      ? numbers.filter(({ value }) => value >= least).reduce((sum, { count }) => sum + count, 0)
      : null,
  }));
}
