import { describe, expect, it } from "vitest";
import { KNOWN } from "../../test/phrasings/known-places.ts";
import { interpret } from "./interpret.ts";

const read = (query: string) => {
  const { filters, not_applied, text } = interpret(query, KNOWN);
  return { filters, text, reported: not_applied.map((each) => each.text) };
};

describe("filters of the list in plain words", () => {
  it.each([
    ["below $250 per sqft", { max_price_per_sqft: 250 }],
    ["max 250 per sq ft", { max_price_per_sqft: 250 }],
    ["$250/sqft or less", { max_price_per_sqft: 250 }],
    ["less than 300 a square foot", { max_price_per_sqft: 300 }],
    ["between $200 and $300 per square foot", { min_price_per_sqft: 200, max_price_per_sqft: 300 }],
    ["price per square foot under 250", { max_price_per_sqft: 250 }],
    ["days on market under 10", { max_days_on_market: 10 }],
    ["DOM under 10", { max_days_on_market: 10 }],
    ["fewer than 10 days on the market", { max_days_on_market: 10 }],
    ["90+ days on market", { min_days_on_market: 90 }],
    ["on the market more than 3 weeks", { min_days_on_market: 21 }],
    ["with photos", { has_photos: true }],
    ["no pictures", { has_photos: false }],
    ["listed 3 days ago", { listed_within_days: 3 }],
    ["listed a week ago", { listed_within_days: 7 }],
    ["listed more than 30 days ago", { min_days_on_market: 30 }],
    ["price reduced 5 days ago", { price_reduced_days: 5 }],
  ])("%s is a filter", (query, filters) => {
    expect(read(query)).toEqual({ filters, text: "", reported: [] });
  });

  it("beside other ones keep all", () => {
    expect(read("condos in Boise under 400k and below $250 per sqft with photos").filters).toEqual({
      city: "Boise",
      max_price: 400_000,
      max_price_per_sqft: 250,
      has_photos: true,
      property_type: "Residential",
      property_subtype: "Condominium",
    });
    expect(read("no hoa fees under 300k").filters).toEqual({ max_hoa_monthly: 0, max_price: 300_000 });
    expect(read("hoa fees under 300").filters).toEqual({ max_hoa_monthly: 300 });
    expect(read("over 2000 sqft under $250 per sqft").filters).toEqual({
      min_sqft: 2000,
      max_price_per_sqft: 250,
    });
  });

  it.each(["with photos of the view", "wall for family photos", "20 days notice", "price per month 250"])(
    "%s: words about something else are none",
    (query) => {
      expect(read(query).filters).toEqual({});
    },
  );
});

describe("what is not needed", () => {
  it.each([
    "I don't need a garage",
    "no need for a basement",
    "garage not necessary",
    "a pool is not important",
    "we do not care about a pool or a hot tub",
    "basement isn't required",
  ])("%s: is neither wished for nor left out, and reported", (query) => {
    const { filters, features, without, text, not_applied } = interpret(query, KNOWN);
    expect([filters, features, without, text]).toEqual([{}, [], [], ""]);
    expect(not_applied.map((each) => each.text)).toEqual([query]);
  });

  it("leaves the rest of the query as it is", () => {
    const meant = interpret("3 bed with a pool, I don't need a garage but want a shop in Boise", KNOWN);
    expect(meant.filters).toEqual({ min_beds: 3, city: "Boise" });
    expect(meant.features).toEqual(expect.arrayContaining(["pool"]));
    expect(meant.without).toEqual([]);
    expect(meant.text).not.toContain("garage");
    expect(meant.text).toContain("shop");
  });

  it.each([
    ["neither pool nor HOA", ["pool", "community_pool"]],
    ["neither HOA nor pool", ["pool", "community_pool"]],
    ["no pool or HOA", ["pool", "community_pool"]],
  ])("%s: both are denied", (query, denied) => {
    const { filters, without, text, not_applied } = interpret(query, KNOWN);
    expect([filters, without, text, not_applied]).toEqual([{ max_hoa_monthly: 0 }, denied, "", []]);
  });
});
