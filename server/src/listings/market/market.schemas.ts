import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { BrokerageParameter, Nullable } from "../../platform/http/list-envelope.ts";
import { filterParameters } from "../filters/filter-fields.ts";

const { city, zip, county, state, property_type, polygon } = filterParameters;

/** search.md, D25. */
export const MarketStatsQuery = Type.Object({
  ...BrokerageParameter,
  city,
  zip,
  county,
  state,
  polygon,
  property_type: Type.Optional({ ...property_type, description: "Property types; default: Residential" }),
  months: Type.Integer({
    minimum: 1,
    maximum: 120,
    default: 24,
    description: "How many months, the current one among them",
  }),
});
export type MarketStatsQuery = Static<typeof MarketStatsQuery>;

const Median = Component("MarketMedian", {
  value: Nullable(Type.Number({ description: "null of fewer than five" })),
  n: Type.Integer({ minimum: 0, description: "Of how many listings" }),
});
export type Median = Static<typeof Median>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const MarketMonth = Component("MarketMonth", {
  month: Type.String({ pattern: "^[0-9]{4}-[0-9]{2}$", description: "The month, as `2026-10`" }),
  median_list_price: Median,
  median_sold_price: Median,
  median_price_per_sqft: Median,
  median_days_on_market: Median,
  sale_to_list: Median,
  new: count("Listings that were listed in the month"),
  sold: count("Listings that were sold in the month"),
  active: count("Active listings at the end of the month; of the current month, now"),
  months_of_supply: Nullable(
    Type.Number({ description: "`active` by `sold`; null of fewer than five sales" }),
  ),
});
export type MarketMonth = Static<typeof MarketMonth>;

export const MarketStats = Component("MarketStats", {
  months: Type.Array(MarketMonth, { description: "Oldest first" }),
});
