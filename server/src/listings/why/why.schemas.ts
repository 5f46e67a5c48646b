import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { BrokerageParameter } from "../../platform/http/list-envelope.ts";
import { filterParameters } from "../filters/filter-fields.ts";

export const WhyQuery = Type.Object({ ...BrokerageParameter, ...filterParameters });
export type WhyQuery = Static<typeof WhyQuery>;

const anything = (description: string) => Type.Unsafe<unknown>({ description });

export const FilterCheck = Component("FilterCheck", {
  parameter: Type.String({ description: "The filter; of a radius `radius_miles`" }),
  wanted: anything("Its value in the request; of `state`, the default where none is given"),
  has: anything(
    "What the listing shows of it; null where it is not known or not shown. Of a radius, the distance in miles; of `keywords`, those that the listing has",
  ),
  holds: Type.Boolean({ description: "Whether the listing satisfies this filter by itself" }),
});
export type FilterCheck = Static<typeof FilterCheck>;

export const Why = Component("Why", {
  matches: Type.Boolean({ description: "Whether the list with these filters has the listing" }),
  checks: Type.Array(FilterCheck, { description: "One for each filter of the request" }),
});
export type Why = Static<typeof Why>;
