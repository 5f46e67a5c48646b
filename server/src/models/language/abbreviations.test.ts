import { describe, expect, it } from "vitest";
import { expandAbbreviations } from "./abbreviations.ts";

describe("abbreviations of agents' remarks", () => {
  it.each([
    ["3BR/2BA w/ XL shop 30x40", "3 bedroom/2 bath with extra large shop 30x40"],
    ["hdwd flrs, SS appl. RV pkg.", "hardwood floors, stainless steel appliances. RV parking."],
    ["MIL w/sep entr", "mother in law suite with separate entrance"],
    [
      "Mstr on main. Lrg kit w/o island, W/D incl.",
      "master on main. large kitchen without island, washer dryer included.",
    ],
    ["Att gar, fin bsmt, mtn vws", "attached garage, fin basement, mountain views"],
  ])("%s: are written out", (written, meant) => {
    expect(expandAbbreviations(written)).toBe(meant);
  });

  it.each(["Sold for 1.2 MIL", "walk fr the deck", "a kitten", "BRIGHT rooms", "3-car garage, ADU, RV bay"])(
    "%s: other words stay as they are",
    (text) => {
      expect(expandAbbreviations(text)).toBe(text);
    },
  );
});
