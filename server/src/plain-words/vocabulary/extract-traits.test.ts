import { describe, expect, it } from "vitest";
import { listingFeatures, propertyTypes } from "../../models/index.ts";
import { type DescribedListing, extractTraits } from "./extract-traits.ts";

const bare: DescribedListing = {
  ...{ list_price: 450_000, beds: 3, baths: 2.5, city: "Eagle", property_type: "Residential" },
  ...{ property_subtype: "Single Family Residence", features: [], description: null },
};
const of = (part: Partial<DescribedListing>) => extractTraits({ ...bare, ...part });
const featuresOf = (description: string) => of({ description }).features;
const listed = (...entries: string[]) => of({ features: entries }).features;

describe("the traits of a listing", () => {
  it("include its numbers and its city", () => {
    expect(of({})).toEqual({
      ...{ price: 450_000, beds: 3, baths: 2.5, city: "Eagle", propertyType: "single_family", features: [] },
    });
    expect(of({ list_price: 0, beds: Number.NaN, baths: -1 })).toMatchObject({
      price: null,
      beds: null,
      baths: null,
    });
  });

  it.each([
    ["Residential", "Condominium", "condo"],
    ["Residential", "Townhouse", "townhouse"],
    ["Residential", "Manufactured On Land", "manufactured"],
    ["Residential", "Quadruplex", "multifamily"],
    ["Residential", "Unheard Of", null],
    ["Residential", null, null],
    ["Land", "Agriculture", "land"],
    ["Commercial", "Office", "commercial"],
  ])("name the kind of %s, %s: %s", (property_type, property_subtype, kind) => {
    expect(of({ property_type, property_subtype }).propertyType).toBe(kind);
  });

  it.each([
    ["Mountain(s) View", "mountain_view"],
    ["Vaulted Ceiling(s)", "vaulted_ceilings"],
    ["RV Access/Parking", "rv_parking"],
    ["River Front", "waterfront"],
    ["Electric Vehicle Charging Station", "ev_charger"],
    ["Horse Facilities", "horse_property"],
    ["In Ground", "pool"],
    ["Community", "community_pool"],
    ["Shop", "shop"],
    ["Cul-De-Sac", "cul_de_sac"],
    ["Golf Course View", "golf_course"],
    ["Primary Downstairs", "primary_on_main"],
  ])("find %s of a feed's list as %s", (entry, key) => {
    expect(listed("Carpet", entry, "Level")).toContain(key);
  });

  it.each<[string, string[]]>([
    ["A detached shop and RV parking.", ["shop", "rv_parking"]],
    [
      "Single-level home on 3.5 acres with granite counters.",
      ["single_level", "granite_counters", "acreage"],
    ],
    ["On 0.17 acres.", []],
    ["No HOA!", ["no_hoa"]],
    ["No pool, but there is a hot tub.", ["hot_tub"]],
    ["Without a fireplace or garage.", []],
    ["No backyard neighbors; fully fenced.", ["fenced_yard"]],
    ["Room for a pool table in Garden City.", []],
    ["Under big Idaho skies, walk to the shops.", []],
  ])("read %j as %j", (description, keys) => {
    expect(featuresOf(description).sort()).toEqual(keys.toSorted());
  });

  it("skip a denying entry", () => {
    expect(listed("Pool: None", "No Fireplace", "Hot Tub")).toEqual(["hot_tub"]);
  });

  it("name a feature once when it is mentioned repeatedly", () => {
    expect(of({ features: ["Hot Tub"], description: "Hot tub! A hot tub." }).features).toEqual(["hot_tub"]);
  });
});

describe("the vocabulary", () => {
  it("has some seventy features, each with a label of its own, a share and words", () => {
    const all = Object.entries({ ...listingFeatures, ...propertyTypes });
    expect(Object.keys(listingFeatures).length).toBeGreaterThanOrEqual(50);
    expect(new Set(all.map(([, { label }]) => label)).size).toBe(all.length);
    for (const [key, { usual, words }] of all) {
      expect(key).toMatch(/^[a-z][a-z_]+$/);
      expect([key, usual > 0 && usual < 1, words.length > 0]).toEqual([key, true, true]);
    }
  });

  it("finds each of its features by its own words", () => {
    for (const [key, { words }] of Object.entries(listingFeatures)) {
      for (const word of words.split(","))
        expect([word.trim(), featuresOf(word)]).toEqual([word.trim(), [key]]);
    }
  });

  it("names no two features by one phrase", () => {
    const phrases = Object.values(listingFeatures).flatMap(({ words }) =>
      words.split(",").map((each) => each.trim()),
    );
    expect(phrases.filter((each, at) => phrases.indexOf(each) !== at)).toEqual([]);
  });
});
