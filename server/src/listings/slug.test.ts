import { describe, expect, it } from "vitest";
import { slugOf } from "./slug.ts";

describe("slugOf", () => {
  it.each([
    [["101 Oakmont St", "Boise", "ID", "83702"], "101-oakmont-st-boise-id-83702"],
    [[null, "Coeur d'Alene", "ID", null], "coeur-d-alene-id"],
    [["12 Cañón Rd #4B"], "12-canon-rd-4b"],
    [["  --  "], ""],
    [[null], ""],
    [["x".repeat(199), "y", "z"], "x".repeat(199)],
    [["漢".repeat(300)], "漢".repeat(200)],
  ])("of %j is %j", (words, slug) => {
    expect(slugOf(...words)).toBe(slug);
  });
});
