import { describe, expect, it } from "vitest";
import type { DescribedListing } from "../../listings/index.ts";
import { documentOf } from "./document-of.ts";

const plain: DescribedListing = {
  id: 1,
  revision: 1,
  is_public: true,
  list_price: 400_000,
  beds: 3,
  baths: 2,
  sqft: 1800,
  lot_size_acres: 0.2,
  year_built: 1995,
  stories: 2,
  garage_spaces: 2,
  city: "Boise",
  county: "Ada",
  state: "ID",
  property_type: "Residential",
  property_subtype: "Single Family Residence",
  features: [],
  description: null,
  address: "12 Elm St",
};
const factsOf = (fields: Partial<DescribedListing>) => documentOf({ ...plain, ...fields }).facts;

describe("a listing's document", () => {
  it("calls kinds, features and water what buyers call them", () => {
    expect(factsOf({ property_subtype: "Manufactured Home" })).toContain("Mobile home");
    expect(factsOf({ features: ["Horse Facilities"] })).toContain("Room for horses");
    expect(factsOf({ features: ["River Front"] })).toContain("On the river");
    expect(factsOf({ features: ["Lake Front"] })).toContain("On the lake");
    expect(factsOf({ features: ["Lake Front"] })).not.toContain("On the river");
  });

  it("says of a home only what its facts say", () => {
    const facts = factsOf({});
    expect(facts).toContain("Three-bedroom 2-bath Single Family Residence in Boise, Ada County.");
    expect(facts).not.toMatch(/acreage|cottage|big family|century|new|water|barn|Features/i);
  });

  it("has the features that numbers tell beside those that are named", () => {
    const featuresOf = (fields: Partial<DescribedListing>) => documentOf({ ...plain, ...fields }).features;
    expect(featuresOf({})).toEqual([]);
    expect(featuresOf({ year_built: 1921, stories: 1, lot_size_acres: 4 })).toEqual([
      "acreage",
      "historic",
      "single_level",
    ]);
    expect(featuresOf({ year_built: 2025, features: ["Shop"] })).toEqual(["new_construction", "shop"]);
  });

  it("is the same document as long as all of it is the same", () => {
    expect(documentOf({ ...plain, revision: 9 }).contentHash).toBe(documentOf(plain).contentHash);
    expect(documentOf({ ...plain, beds: 4 }).contentHash).not.toBe(documentOf(plain).contentHash);
  });
});
