import { type TSchema, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { type FacetName, facetNames, facetTable, MAX_FACET_VALUES } from "./facet-table.ts";

const count = Type.Integer({ minimum: 1, description: "Matches with it" });

const Values = {
  words: Type.Array(Component("FacetValue", { value: Type.String(), count }), {
    description: `The ${MAX_FACET_VALUES} most frequent values at most, by count, then by value`,
  }),
  features: Type.Array(Component("FacetValue", { value: Type.String(), count }), {
    description: `The ${MAX_FACET_VALUES} most frequent ones at most, by count, then by value: keys of the vocabulary, and the listings' own words in lower case`,
  }),
  numbers: Type.Array(Component("FacetNumber", { value: Type.Number(), count }), {
    description: `The ${MAX_FACET_VALUES} most frequent values at most, ascending`,
  }),
  bands: Type.Array(Component("FacetBand", { min: Type.Number(), max: Type.Number(), count }), {
    description: "Bands that have matches, ascending; both ends inclusive, as those of the filter are",
  }),
} as const satisfies Record<(typeof facetTable)[FacetName]["kind"], TSchema>;

export const ListingFacets = Component(
  "ListingFacets",
  Object.fromEntries(facetNames.map((name) => [name, Type.Optional(Values[facetTable[name].kind])])),
  {
    description:
      "Only with `facets`, and only those: how many listings each value would give, by the name of its filter. Unknown values are not counted",
  },
);
