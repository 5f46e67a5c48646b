import { describe, expect, it } from "vitest";
import { readWords } from "./read-words.ts";

const named = (text: string) =>
  [...readWords(text).attributes].filter(([, strength]) => strength === 1).map(([key]) => key);
const pairs = (text: string, shown?: string) => [...readWords(text, shown).pairs.keys()];

describe("readWords", () => {
  it.each([
    ["bright white kitchen", ["bright", "white", "kitchen"]],
    ["Brick exterior with lawn", ["brick", "exterior", "lawn"]],
    ["Hardwood floors, stainless-steel appliances", ["wood_floor", "stainless_appliances"]],
    ["a light blue bedroom", ["light_blue", "bedroom"]],
    ["pendant lights", ["pendant_lights"]],
    ["walk-in closet", ["closet"]],
    ["GREY LIVING ROOMS", ["gray", "living_room"]],
    ["Master Bath", ["primary_bathroom", "bathroom"]],
  ])("reads %j by the longest phrases it knows, in any form", (text, keys) => {
    expect(named(text)).toEqual(keys);
  });

  it.each([
    ["yard without pool", "pool"],
    ["bedroom, no carpet", "carpet"],
    ["not a garage", "garage"],
  ])("leaves out of %j what is not there", (text, key) => {
    expect(readWords(text).attributes.has(key)).toBe(false);
  });

  it.each(["3 bed under 400k", "4 bedrooms, 2 baths", "new listing, must see!", "best price", ""])(
    "finds nothing to be seen in %j",
    (text) => {
      const { attributes, others } = readWords(text);
      expect([...attributes.keys(), ...others]).toEqual([]);
    },
  );

  it("keeps the words that it does not know", () => {
    expect([...readWords("quilted headboard in the bedroom").others]).toEqual(["quilt", "headboard"]);
  });

  it("knows what is said of what, and lets cabinets, walls and siding speak for their room", () => {
    expect(pairs("white kitchen with navy island")).toEqual(
      expect.arrayContaining(["white@kitchen", "navy@island"]),
    );
    expect(pairs("white kitchen with navy island")).not.toContain("navy@kitchen");
    expect(pairs("bedroom with navy walls")).toContain("navy@bedroom");
    expect(pairs("white cabinets")).toContain("white@kitchen");
    expect(pairs("gray walls", "office")).toContain("gray@office");
    expect(pairs("gray siding")).toContain("gray@exterior");
  });

  it("takes a dark color for dark, and a kind of blue for blue", () => {
    expect(pairs("navy vanity")).toEqual(expect.arrayContaining(["dark@vanity", "blue@vanity"]));
    expect(pairs("white vanity")).not.toContain("dark@vanity");
  });
});
