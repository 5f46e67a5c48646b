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
    expect([whys("zip 98052"), whys("98052")]).toEqual([["No listing has that postal code."], []]);
  });

  it.each(["$83704", "under 83704", "83704 sq ft", "not 83704", "near 83704", "83702 or 83704", "837040"])(
    "is not made of %j",
    (text) => {
      expect(zips(text)).toEqual([]);
    },
  );
});
