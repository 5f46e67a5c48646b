import { describe, expect, it } from "vitest";
import { KNOWN } from "../../../test/phrasings/known-places.ts";
import { tokenize } from "../tokens.ts";
import { findZips } from "./zips.ts";

const zips = (text: string) =>
  findZips(tokenize(text), KNOWN, []).flatMap(({ filters }) => filters?.zip ?? []);

describe("the postal code of a query", () => {
  it.each(["83704", "homes 83704", "83704-1234", "zip code 83704", "around 4 beds in 83704"])(
    "is read in %j",
    (text) => {
      expect(zips(text)).toEqual(["83704"]);
    },
  );

  it("is no filter without a listing there, and the reason is given when it is labeled as one", () => {
    expect(zips("zip 98052")).toEqual([]);
    const whys = (text: string) => findZips(tokenize(text), KNOWN, []).map(({ why }) => why);
    const why = "No listing has that postal code.";
    for (const text of ["zip 98052", "98052", "homes in 98052"]) expect(whys(text)).toEqual([why]);
    for (const text of ["98052 sqft", "$98052", "98052 miles", "under 98052"]) expect(whys(text)).toEqual([]);
  });

  it("is one of several", () => {
    expect(zips("83702 or 83704").slice(0, 2)).toEqual(["83702", "83704"]);
  });

  it.each(["$83704", "under 83704", "83704 sq ft", "not 83704", "near 83704", "837040"])(
    "is not made of %j",
    (text) => {
      expect(zips(text)).toEqual([]);
    },
  );
});
