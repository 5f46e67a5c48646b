import { describe, expect, it } from "vitest";
import { parseQuery, type QueryCriteria } from "./parse-query.ts";

const CITIES = ["Boise", "Eagle", "Star", "Mountain Home", "St. Anthony", "Coeur d'Alene", "Garden City"];

type Criteria = Partial<Omit<QueryCriteria, "unwanted">> & { unwanted?: Partial<QueryCriteria["unwanted"]> };

/** Only what is asked for: the rest must be empty. */
function parse(query: string): Criteria {
  const filled = (lists: object) =>
    Object.fromEntries(Object.entries(lists).filter(([, value]) => value !== null && value.length !== 0));
  const { unwanted, ...wanted } = parseQuery(query, CITIES);
  const denied = filled(unwanted);
  return { ...filled(wanted), ...(Object.keys(denied).length > 0 && { unwanted: denied }) };
}

const under = (max: number) => ({ price: { min: null, max } });
const over = (min: number) => ({ price: { min, max: null } });
const between = (min: number, max: number) => ({ price: { min, max } });

describe("parseQuery", () => {
  it.each<[string, Criteria]>([
    ["under $450k", under(450_000)],
    ["homes below 450,000", under(450_000)],
    ["up to 1.2m", under(1_200_000)],
    ["max $1.2 million", under(1_200_000)],
    ["less than 300000", under(300_000)],
    ["over 500k", over(500_000)],
    ["at least $750,000", over(750_000)],
    ["between 300k and 400k", between(300_000, 400_000)],
    ["300-400k", between(300_000, 400_000)],
    ["$1.2-1.5m", between(1_200_000, 1_500_000)],
    ["from $350,000 to $500,000", between(350_000, 500_000)],
    ["450k or less", under(450_000)],
    ["$500,000 and up", over(500_000)],
    ["500k+", over(500_000)],
    ["under a million", under(1_000_000)],
    ["450k", between(405_000, 495_000)],
    ["around $1m", between(900_000, 1_100_000)],
  ])("reads the price of %s", (query, criteria) => {
    expect(parse(query)).toEqual(criteria);
  });

  it.each<[string, Criteria]>([
    ["3 bed 2 bath", { bedrooms: 3, bathrooms: 2 }],
    ["3br/2.5ba", { bedrooms: 3, bathrooms: 2.5 }],
    ["four bedroom", { bedrooms: 4 }],
    ["2-3 bedrooms", { bedrooms: 2 }],
    ["4+ beds", { bedrooms: 4 }],
    ["3 or more bedrooms", { bedrooms: 3 }],
    ["up to 3 bedrooms", {}],
  ])("reads the rooms of %s", (query, criteria) => {
    expect(parse(query)).toEqual(criteria);
  });

  it.each<[string, Criteria]>([
    ["Eagle", { cities: ["Eagle"] }],
    ["homes in mountain home with a pool", { cities: ["Mountain Home"], features: ["pool"] }],
    // A cabin up there is as likely, and as a filter the town would hide it.
    ["mountain home with a pool", { features: ["pool"] }],
    ["garden city condos", { cities: ["Garden City"], property_types: ["condo"] }],
    ["st anthony or coeur d’alene", { cities: ["St. Anthony", "Coeur d'Alene"] }],
    ["homes on Eagle Road", {}],
    ["5 star schools", {}],
    ["no pool in Boise", { cities: ["Boise"], unwanted: { features: ["pool"] } }],
    ["not under 300k", { price: { min: 300_000, max: null } }],
    ["no less than 300k", { price: { min: 300_000, max: null } }],
    ["not in Boise", { unwanted: { cities: ["Boise"] } }],
  ])("reads the places of %s", (query, criteria) => {
    expect(parse(query)).toEqual(criteria);
  });

  it.each<[string, Criteria]>([
    ["waterfront with rv parking", { features: ["waterfront", "rv_parking"] }],
    ["a house with a shop", { features: ["shop"] }],
    ["home with land", {}],
    ["no HOA", { features: ["no_hoa"] }],
    ["no pool", { unwanted: { features: ["pool"] } }],
    ["hot tub, no pool", { features: ["hot_tub"], unwanted: { features: ["pool"] } }],
    [
      "single-family homes without a basement",
      { property_types: ["single_family"], unwanted: { features: ["basement"] } },
    ],
    ["2 acres", { features: ["acreage"] }],
    ["0.2 acres", {}],
    ["townhomes or duplex", { property_types: ["townhouse", "multifamily"] }],
  ])("reads the features and kinds of %s", (query, criteria) => {
    expect(parse(query)).toEqual(criteria);
  });

  it.each([
    "2000 sqft",
    "over 2000 square feet",
    "under 5 acres of nothing",
    "83616",
    "mls 98100001",
    "built in 1998",
    "under 500",
    "pool table",
    "a nice house",
    "",
    "$",
    "🏡🏡🏡",
  ])("claims nothing of price or rooms that %j does not carry", (query) => {
    const { price, bedrooms, bathrooms } = parseQuery(query, CITIES);
    expect({ price, bedrooms, bathrooms }).toEqual({ price: null, bedrooms: null, bathrooms: null });
    expect(parseQuery(query, CITIES).features).not.toContain("pool");
  });

  it("reads at most 300 characters of a query", () => {
    expect(parse(`${"x ".repeat(200)} under $450k`)).toEqual({});
    expect(parse(`${"1,".repeat(100_000)}`)).toEqual({});
  });
});
