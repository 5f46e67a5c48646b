import { describe, expect, it } from "vitest";
import { KNOWN } from "../../test/phrasings/known-places.ts";
import { interpret } from "./interpret.ts";

const read = (query: string) => interpret(query, KNOWN);

describe("limits on the dues of an owners' association", () => {
  it.each([
    ["hoa under 200", 200],
    ["HOA less than $200 a month", 200],
    ["house with hoa fees below $150/mo in Boise", 150],
    ["condo, hoa dues up to 300 per month, 2 beds", 300],
    ["under $250 a month in HOA fees", 250],
    ["no more than $100 hoa", 100],
    ["hoa max 250", 250],
    ["hoa 200 or less", 200],
    ["hoa under $1,200 a year", 100],
    ["annual hoa under $600", 50],
    ["hoa under $300 per quarter", 100],
    ["hoa around $200", 220],
    ["no hoa over $150", 150],
    ["without HOA fees above 90 a month", 90],
  ])("%j: at most %d a month", (query, dollars) => {
    const { filters, features, not_applied } = read(query);
    expect(filters).toMatchObject({ max_hoa_monthly: dollars });
    expect(filters).not.toHaveProperty("max_price");
    expect([features.includes("no_hoa"), not_applied]).toEqual([false, []]);
  });

  it("leave a price, rooms and the rest beside them as they are", () => {
    expect(read("3 bed house under 400k hoa under 200 with a shop")).toMatchObject({
      filters: { min_beds: 3, max_price: 400_000, max_hoa_monthly: 200, property_type: "Residential" },
      features: ["shop"],
      text: "house with a shop",
    });
    expect(read("HOA between 100 and 200").filters).toEqual({ min_hoa_monthly: 100, max_hoa_monthly: 200 });
    expect(read("no hoa under 400k").filters).toEqual({ max_price: 400_000, max_hoa_monthly: 0 });
    expect(read("under 400k no hoa").filters).toEqual({ max_price: 400_000, max_hoa_monthly: 0 });
    expect(read("house under 400k, hoa ok").filters).toMatchObject({ max_price: 400_000 });
  });

  it.each(["house under 400k hoa", "hoa 3 bed", "HOA with 250 homes", "hoa in 2 years", "a $200 hoa"])(
    "are none in %j",
    (query) => {
      expect(read(query).filters).not.toHaveProperty("max_hoa_monthly");
      expect(read(query).filters).not.toHaveProperty("min_hoa_monthly");
    },
  );
});
