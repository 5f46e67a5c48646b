import { describe, expect, it } from "vitest";
import type { InferredPreferences } from "../inference/events.ts";
import { composePreferences } from "./compose.ts";
import type { StatedPreference } from "./stated.ts";

const inferred: InferredPreferences = {
  price: { min: 300_000, max: 450_000, confidence: 70 },
  bedrooms: { min: 3, confidence: 55 },
  bathrooms: null,
  locations: [
    { value: "Eagle", confidence: 80 },
    { value: "Star", confidence: 40 },
  ],
  features: [{ key: "pool", value: "Swimming pool", confidence: 75 }],
  property_types: [],
  negative: [
    { type: "features", value: "hoa", confidence: 60 },
    { type: "locations", value: "Kuna", confidence: 50 },
  ],
};
const added = { verdict: "added", source: "user_added" } as const;
const stated = (fields: Pick<StatedPreference, "type" | "key" | "value"> & Partial<StatedPreference>) => ({
  ...added,
  ...fields,
});
const sure = { confidence: 100, source: "user_added", confirmed: true };

describe("preferencesOf", () => {
  it("returns inferred preferences without statements", () => {
    expect(composePreferences(inferred, [])).toMatchObject({
      price: { min: 300_000, max: 450_000, confidence: 70, source: "inferred", confirmed: false },
      bedrooms: { min: 3, confidence: 55, source: "inferred", confirmed: false },
      bathrooms: null,
      locations: [{ value: "Eagle" }, { value: "Star" }],
      negative: [
        { type: "features", value: "hoa", confidence: 60, source: "inferred" },
        { type: "locations", value: "Kuna" },
      ],
    });
    expect(composePreferences({}, []).locations).toEqual([]);
  });

  it("overrides a bound of the inferred range by a stated one", () => {
    const max = (value: number) => stated({ type: "price", key: "max", value: { value } });
    expect(composePreferences(inferred, [max(400_000)]).price).toEqual({
      min: 300_000,
      max: 400_000,
      ...sure,
    });
    expect(composePreferences({}, [max(400_000)]).price).toEqual({ min: null, max: 400_000, ...sure });
  });

  it("drops an inferred bound that a stated one excludes", () => {
    const max = stated({ type: "price", key: "max", value: { value: 250_000 } });
    expect(composePreferences(inferred, [max]).price).toEqual({ min: null, max: 250_000, ...sure });
    const min = stated({ type: "price", key: "min", value: { value: 900_000 } });
    expect(composePreferences(inferred, [min]).price).toEqual({ min: 900_000, max: null, ...sure });
  });

  it("keeps a confirmed range, after any later inference", () => {
    const judged = stated({
      type: "price",
      key: "price",
      value: { min: null, max: 200_000 },
      verdict: "rejected",
      source: "inferred",
    });
    expect(composePreferences(inferred, [judged]).price).toEqual({
      min: null,
      max: 200_000,
      confidence: 0,
      source: "inferred",
      confirmed: false,
    });
  });

  it("replaces inferred places and features by stated ones, ignoring case", () => {
    const { locations, features } = composePreferences(inferred, [
      stated({ type: "locations", key: "eagle", value: { value: "eagle" } }),
      stated({
        type: "features",
        key: "pool",
        value: { key: "pool", value: "Swimming pool" },
        verdict: "rejected",
        source: "inferred",
      }),
    ]);
    expect(locations).toEqual([{ value: "eagle", ...sure }, expect.objectContaining({ value: "Star" })]);
    expect(features).toEqual([
      { key: "pool", value: "Swimming pool", confidence: 0, source: "inferred", confirmed: false },
    ]);
  });

  it("lists no dislike that the visitor has stated a preference for", () => {
    const { negative } = composePreferences(inferred, [
      stated({ type: "locations", key: "kuna", value: { value: "Kuna" } }),
    ]);
    expect(negative.map(({ value }) => value)).toEqual(["hoa"]);
  });
});
