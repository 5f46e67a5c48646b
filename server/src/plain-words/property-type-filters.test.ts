import { describe, expect, it } from "vitest";
import { propertyTypeFilters } from "./property-type-filters.ts";
import { clausesOf } from "./vocabulary/phrase-finder.ts";

const kind = (text: string, asksRooms = false) => {
  const { property_type, property_subtype } = propertyTypeFilters(clausesOf(text), asksRooms);
  return [property_type ?? [], property_subtype ?? []].flat();
};

describe("propertyTypeFilters", () => {
  it.each<[string, string[]]>([
    ["a house", ["Residential"]],
    ["condo", ["Residential", "Condominium"]],
    ["condo or house", ["Residential"]],
    ["condo or townhouse", ["Residential", "Condominium", "Townhouse"]],
    ["duplex or townhouse", ["Residential"]],
    ["duplex", ["Residential"]],
    ["house with land", ["Residential"]],
    ["land to build a house on", ["Land"]],
    ["land or house", []],
    ["5 acre lot", ["Land"]],
    ["a lot of light", []],
    ["office building", ["Commercial"]],
    ["home office", []],
    ["no condos", []],
    ["anything but a condo", []],
    ["pool house", []],
  ])("%j: %j", (text, found) => {
    expect(kind(text)).toEqual(found);
  });

  it("is not land when bedrooms are mentioned", () => {
    expect(kind("big parcel")).toEqual(["Land"]);
    expect(kind("big parcel", true)).toEqual([]);
  });

  it.each(["farm", "ranch", "horse farm"])("is not that of a %j, which may have a home", (text) => {
    expect(kind(text)).toEqual([]);
  });
});
