import { describe, expect, it } from "vitest";
import { KNOWN } from "../../test/phrasings/known-places.ts";
import { interpret } from "./interpret.ts";

describe("several values of a query", () => {
  it.each([
    ["83702 or 83704", { zip: ["83702", "83704"] }],
    ["homes in 83702, 83704 and 83646", { zip: ["83702", "83704", "83646"], property_type: "Residential" }],
    ["Ada County and Canyon County", { county: ["Ada", "Canyon"] }],
    ["in Ada or Canyon county", { county: ["Ada", "Canyon"] }],
    ["active or pending", { status: ["Active", "Pending"] }],
    [
      "pending, active under contract or coming soon",
      { status: ["Pending", "Active Under Contract", "Coming Soon"] },
    ],
    ["Eagle Star", { city: ["Eagle", "Star"] }],
    ["star eagle homes", { city: ["Star", "Eagle"], property_type: "Residential" }],
    ["condo or townhouse", { property_type: "Residential", property_subtype: ["Condominium", "Townhouse"] }],
    ["Boise, Kuna and Meridian", { city: ["Boise", "Kuna", "Meridian"] }],
  ])("%s: a home has one of them", (query, filters) => {
    const { not_applied, ...meant } = interpret(query, KNOWN);
    expect([meant.filters, not_applied]).toEqual([filters, []]);
  });

  it.each([
    ["Eagle, Miami, Star", { city: ["Eagle", "Star"] }, ["Miami"]],
    ["homes in Boise or Paris", { city: "Boise", property_type: "Residential" }, ["Paris"]],
    ["homes in 83702 or 99999", { zip: "83702", property_type: "Residential" }, ["99999"]],
  ])("%s: a place that no listing has is reported, and leaves the others", (query, filters, reported) => {
    const { not_applied, ...meant } = interpret(query, KNOWN);
    expect([meant.filters, not_applied.map(({ text }) => text)]).toEqual([filters, reported]);
  });

  it.each([
    ["Boise or 83651", {}, ["Boise", "83651"]],
    ["Eagle or Canyon County under 500k", { max_price: 500_000 }, ["Eagle", "Canyon County"]],
    ["home under $400k or 3 beds", { property_type: "Residential" }, ["under $400k", "3 beds"]],
    ["3 beds or under $400k in Boise", { city: "Boise" }, ["3 beds", "under $400k"]],
    ["new listings or price drops", {}, ["new listings", "price drops"]],
    ["duplex or condo", { property_type: "Residential" }, []],
  ])("%s: alternatives of different kinds are no filters, and are reported", (query, filters, reported) => {
    const { not_applied, text, ...meant } = interpret(query, KNOWN);
    expect([meant.filters, not_applied.map((each) => each.text)]).toEqual([filters, reported]);
    // Their words are still compared.
    for (const piece of reported) expect(text).toContain(piece);
  });

  it("that must all hold are all filters", () => {
    expect(interpret("Boise 83702", KNOWN).filters).toEqual({ city: "Boise", zip: "83702" });
    expect(interpret("2 beds/2 baths", KNOWN).filters).toEqual({ min_beds: 2, min_baths: 2 });
    expect(interpret("3 beds and under 400k", KNOWN).filters).toEqual({ min_beds: 3, max_price: 400_000 });
    expect(interpret("eagle star gazing", KNOWN).filters).toEqual({});
  });
});
