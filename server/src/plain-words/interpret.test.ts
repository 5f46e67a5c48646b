import { describe, expect, it } from "vitest";
import { KNOWN } from "../../test/phrasings/known-places.ts";
import { interpret, priceIn, readQuery } from "./interpret.ts";
import type { Denied } from "./interpretation.ts";

const NOTHING = { cities: [], counties: [], zips: [], property_types: [], property_subtypes: [] };
const rest = (query: string) => interpret(query, KNOWN).text;

describe("what a query means", () => {
  it("is its filters, its features and the rest", () => {
    expect(interpret("3 bed house under 400k in Meridian with a shop, no pool", KNOWN)).toEqual({
      filters: { min_beds: 3, max_price: 400_000, city: "Meridian", property_type: "Residential" },
      features: ["shop"],
      without: ["pool", "community_pool"],
      not: NOTHING,
      text: "house with a shop",
      refused: [],
      not_applied: [],
      near: [],
      compared_as: [],
      allowed: "3 bed house under 400k in Meridian with a shop, no pool",
      isFiltersOnly: false,
      pieces: [
        expect.objectContaining({ text: "3 bed", filters: { min_beds: 3 } }),
        expect.objectContaining({ text: "house", filters: { property_type: "Residential" } }),
        expect.objectContaining({ text: "under 400k", filters: { max_price: 400_000 } }),
        expect.objectContaining({ text: "in Meridian", filters: { city: "Meridian" } }),
        expect.objectContaining({ text: "with a shop", features: ["shop"], filters: {} }),
        expect.objectContaining({ text: "no pool", without: ["pool"] }),
      ],
    });
  });

  it("is nothing for a query without words", () => {
    const nothing = {
      filters: {},
      features: [],
      without: [],
      not: NOTHING,
      refused: [],
      not_applied: [],
      near: [],
      compared_as: [],
      pieces: [],
      isFiltersOnly: true,
    };
    for (const blank of ["", "   "])
      expect(interpret(blank, KNOWN)).toEqual({ ...nothing, allowed: blank, text: "" });
    expect(interpret("🏡🏡", KNOWN)).toEqual({ ...nothing, allowed: "🏡🏡", text: "🏡🏡" });
  });

  it("uses the first value of each end of a range, and none that would invert it", () => {
    expect(interpret("min 3 beds, max 2 beds", KNOWN).filters).toEqual({ min_beds: 3 });
    expect(interpret("over 300k, under 400k, over 350k", KNOWN).filters).toEqual({
      min_price: 300_000,
      max_price: 400_000,
    });
  });

  it("finds no garden in Garden City, and no air conditioning in 2.5 ac", () => {
    expect(interpret("garden city on 2.5 ac", KNOWN).features).toEqual(["acreage"]);
  });

  it("is derived from its first thousand characters", () => {
    expect(interpret(`${"x ".repeat(600)} under 400k`, KNOWN).filters).toEqual({});
  });
});

describe("the rest of a query", () => {
  it.each([
    ["homes in Boise", "homes"],
    ["3 bed, 2 bath, big kitchen", "big kitchen"],
    ["house under 400k with a view in Eagle", "house with a view"],
    ["near Boise, under 400k", "near Boise"],
    ["light  and   airy", "light and airy"],
    ["3 bed 2 bath under 400k boise", ""],
  ])("%j is %j", (query, text) => {
    expect(rest(query)).toBe(text);
  });
});

describe("denials", () => {
  it.each<[string, string, Partial<Denied>]>([
    ["anywhere but Nampa, under 450k", "", { cities: ["Nampa"] }],
    ["homes outside Meridian", "homes", { cities: ["Meridian"] }],
    ["house but not in Caldwell or Nampa", "house", { cities: ["Caldwell", "Nampa"] }],
    ["not in Boise, Nampa or Caldwell", "", { cities: ["Boise", "Nampa", "Caldwell"] }],
    ["3 beds but not in Boise", "", { cities: ["Boise"] }],
    ["homes outside of Boise, Idaho", "homes", { cities: ["Boise"] }],
    ["not Nampa, Meridian", "", { cities: ["Nampa"] }],
    ["not in Ada county", "", { counties: ["Ada"] }],
    ["cottage not in 83704", "cottage", { zips: ["83704"] }],
    ["not a condo in Boise", "", { property_subtypes: ["Condominium"] }],
    ["I'm not looking for a condo or townhouse", "", { property_subtypes: ["Condominium", "Townhouse"] }],
    ["no mobile homes in Nampa", "", { property_subtypes: ["Manufactured Home"] }],
    ["no land, no offices", "", { property_types: ["Land"] }],
    [
      "cottage, no duplexes",
      "cottage",
      { property_subtypes: ["Duplex", "Triplex", "Quadruplex", "Multi Family"] },
    ],
  ])("of %j leaves %j", (query, text, not) => {
    expect(interpret(query, KNOWN)).toMatchObject({ text, not: { ...NOTHING, ...not } });
  });

  it.each<[string, string, string[]]>([
    ["no pool", "", ["pool", "community_pool"]],
    ["house w/o a deck", "house", ["deck"]],
    ["I don't want solar panels", "", ["solar_panels"]],
    ["not a fixer upper", "", ["fixer_upper"]],
    ["cottage that doesn't have a basement", "cottage", ["basement", "finished_basement"]],
    ["no pool and no stairs", "", ["pool", "community_pool"]],
    ["no community pool", "", ["community_pool"]],
    ["community pool, no private pool", "community pool", ["pool"]],
    ["no pool table", "", []],
  ])("of features in %j leaves %j", (query, text, without) => {
    expect(interpret(query, KNOWN)).toMatchObject({ text, without });
  });

  it("exclude no property type after a denied feature, and nothing that is also wanted", () => {
    expect(interpret("no hoa condo", KNOWN).not).toEqual(NOTHING);
    expect(interpret("in Boise, not Boise", KNOWN)).toMatchObject({
      filters: { city: "Boise" },
      not: NOTHING,
    });
  });

  it("exclude a garage by its filter", () => {
    expect(interpret("no garage", KNOWN)).toMatchObject({
      filters: { max_garage_spaces: 0 },
      without: [],
      text: "",
    });
    expect(interpret("no garage needed", KNOWN).filters).toEqual({});
    expect(interpret("no detached garage", KNOWN).filters).toEqual({});
  });
});

describe("readQuery", () => {
  it("returns preferences that are no filters", () => {
    const { filters, places, kinds, refusedKinds } = readQuery("duplex near Boise, no condos", KNOWN);
    expect(filters).toEqual({ property_type: "Residential" });
    expect(places).toMatchObject([{ name: "Boise", relation: "near" }]);
    expect([kinds, refusedKinds]).toEqual([["multifamily"], ["condo"]]);
  });
});

describe("priceIn", () => {
  it("returns the range of prices", () => {
    expect(priceIn("300000-500000")).toEqual({ min: 300_000, max: 500_000 });
    expect(priceIn("$450k+")).toEqual({ min: 450_000, max: null });
    expect(priceIn("cheap")).toBeNull();
  });
});
