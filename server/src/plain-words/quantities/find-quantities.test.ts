import { describe, expect, it } from "vitest";
import type { Filters } from "../interpretation.ts";
import { tokenize } from "../tokens.ts";
import { findQuantities } from "./find-quantities.ts";

const filtersIn = (text: string): Filters =>
  Object.assign({}, ...findQuantities(tokenize(text), new Set()).map(({ filters }) => filters ?? {}));

describe("what a query counts", () => {
  it.each<[string, Filters]>([
    ["3 bed", { min_beds: 3 }],
    ["exactly 3 bedrooms", { min_beds: 3, max_beds: 3 }],
    ["more than 3 bedrooms", { min_beds: 4 }],
    ["less than 3 baths", { max_baths: 2.75 }],
    ["3 bed max 400k", { min_beds: 3, max_price: 400_000 }],
    ["beds: 3, baths: 2", { min_beds: 3, min_baths: 2 }],
    ["3/2/2", { min_beds: 3, min_baths: 2, min_garage_spaces: 2 }],
    ["studio", { max_beds: 0 }],
    ["at least 5 bedrooms but no more than 6", { min_beds: 5, max_beds: 6 }],
    ["at least 2 baths, no more than 4", { min_baths: 2, max_baths: 4 }],
    ["at least 3 bedrooms, no more than 400k", { min_beds: 3, max_price: 400_000 }],
    ["at least 3 bedrooms in a street with no more than 6", { min_beds: 3 }],
    ["1/2 bath", {}],
    ["24/7", {}],
    ["9/10 schools", {}],
  ])("%j: rooms %j", (text, filters) => {
    expect(filtersIn(text)).toEqual(filters);
  });

  it.each<[string, Filters]>([
    ["under about 400k", { max_price: 400_000 }],
    ["about 400k", { min_price: 360_000, max_price: 440_000 }],
    ["400-500k", { min_price: 400_000, max_price: 500_000 }],
    ["1 to 1.5 million", { min_price: 1_000_000, max_price: 1_500_000 }],
    ["500k-400k", { min_price: 400_000, max_price: 500_000 }],
    ["mid to high 300s", { min_price: 330_000, max_price: 399_999 }],
    ["from the 500s", { min_price: 500_000 }],
    ["400k houses", { min_price: 360_000, max_price: 440_000 }],
    ["not more than 500k", { max_price: 500_000 }],
    ["not 500k", {}],
    ["under 400", {}],
    ["$900", {}],
    ["taxes under $12,000", {}],
    ["$20k down payment", {}],
    ["under 999999999999", {}],
  ])("%j: prices %j", (text, filters) => {
    expect(filtersIn(text)).toEqual(filters);
  });

  it.each<[string, Filters]>([
    ["2k sq ft", { min_sqft: 2_000 }],
    ["100 m²", { min_sqft: 1_076 }],
    ["8,712 sq ft lot", { min_lot_size_acres: 0.2 }],
    ["1200 sq ft detached shop", {}],
    ["5 acres", { min_lot_size_acres: 4.75 }],
    ["at least 5 acres", { min_lot_size_acres: 5 }],
    ["2 hectares or more", { min_lot_size_acres: 4.94 }],
    ["two story", { min_stories: 2, max_stories: 2 }],
    ["single level", { max_stories: 1 }],
    ["two story foyer", {}],
    ["1.5 story", {}],
    ["3-car garage", { min_garage_spaces: 3 }],
    ["2 car carport", {}],
    ["within 5 miles", {}],
  ])("%j: sizes %j", (text, filters) => {
    expect(filtersIn(text)).toEqual(filters);
  });

  it.each<[string, Filters]>([
    ["built after 2010", { min_year_built: 2011 }],
    ["built since 2010", { min_year_built: 2010 }],
    ["pre-1940", { max_year_built: 1939 }],
    ["built around 1990", { min_year_built: 1985, max_year_built: 1995 }],
    ["built in the 80s", { min_year_built: 1980, max_year_built: 1989 }],
    ["built in the 1900s", {}],
    ["in 2020", {}],
    ["renovated after 2015", {}],
    ["1970s kitchen", {}],
    ["built 3025", {}],
  ])("%j: years %j", (text, filters) => {
    expect(filtersIn(text)).toEqual(filters);
  });

  it("converts a lot in square feet to acres, rounded outwards to hundredths", () => {
    expect(filtersIn("lot under 10000 sq ft")).toEqual({ max_lot_size_acres: 0.23 });
    expect(filtersIn("lot over 10000 sq ft")).toEqual({ min_lot_size_acres: 0.22 });
  });

  it("reads a decade of homes, and not that of a kitchen", () => {
    const seventies = { min_year_built: 1970, max_year_built: 1979 };
    expect(filtersIn("from the 70s")).toEqual(seventies);
    expect(filtersIn("a 1970s house")).toEqual(seventies);
    expect(filtersIn("a kitchen from the 70s")).toEqual({});
  });
});
