import { describe, expect, it } from "vitest";
import { describePreferences } from "./describe-preferences.ts";

describe("preferencesInWords", () => {
  it("says each preference in a line", () => {
    expect(
      describePreferences({
        price: { min: 300_000, max: 1_250_000, confidence: 90 },
        bedrooms: { min: 3, confidence: 60 },
        bathrooms: { min: 2.5, confidence: 100 },
        locations: [{ value: "Meridian" }, { value: "Eagle", confidence: 40 }],
        property_types: [{ key: "single_family", confidence: 70 }],
        features: [{ key: "garage_spaces", value: 3 }, { key: "pool", value: "yes" }, { key: "shop" }],
      }),
    ).toEqual([
      "Price: $300,000 to $1,250,000",
      "Bedrooms: 3 or more",
      "Bathrooms: 2.5 or more",
      "Locations: Meridian, Eagle",
      "Property types: single family",
      "Features: garage spaces 3, pool, shop",
    ]);
  });

  it("says half a range as what it is", () => {
    expect(describePreferences({ price: { max: 400_000 } })).toEqual(["Price: up to $400,000"]);
    expect(describePreferences({ price: { min: 400_000, max: null } })).toEqual(["Price: from $400,000"]);
    expect(describePreferences({ price: {}, bedrooms: {} })).toEqual([]);
  });

  it("leaves out what was rejected, and is silent about nothing", () => {
    expect(
      describePreferences({
        price: { max: 400_000, confidence: 0 },
        bedrooms: { min: 3, confidence: 0 },
        locations: [{ value: "Meridian", confidence: 0 }],
        features: [],
      }),
    ).toEqual([]);
    expect(describePreferences({})).toEqual([]);
  });
});
