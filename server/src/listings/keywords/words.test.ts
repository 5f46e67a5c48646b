import { describe, expect, it } from "vitest";
import { storedWords, wordsOf, wordsQuery } from "./words.ts";

describe("wordsOf", () => {
  it.each([
    ["A bright, sunny home!", ["a", "bright", "sunny", "home"]],
    ["Pool-side; RV/boat parking (2 cars)", ["pool", "side", "rv", "boat", "parking", "2", "cars"]],
    ["the OWNER’S suite and owner's den", ["the", "owner's", "suite", "and", "den"]],
    ["'quoted' words'", ["quoted", "words"]],
    ["CAÑON Coeur d'Alene", ["cañon", "coeur", "d'alene"]],
    ["e\u0301tage étage", ["étage"]],
    [
      "https://tours.test/1234?x=y 3.5 1,200",
      ["https", "tours", "test", "1234", "x", "y", "3", "5", "1", "200"],
    ],
    ["台北 дом", ["台北", "дом"]],
    [" -- !? ", []],
  ])("of %j are %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("cuts what is too long for a word, on both sides alike", () => {
    expect(wordsOf("x".repeat(5000))).toEqual(["x".repeat(50)]);
  });
});

it("storedWords has the words of an address only where it may be shown", () => {
  const texts = { description: "Quiet oak", address: "12 Oak St" };
  expect(storedWords({ ...texts, show_address: true }).split("\u001f")).toEqual([
    "dquiet",
    "doak",
    "a12",
    "aoak",
    "ast",
  ]);
  expect(storedWords({ ...texts, show_address: false })).toBe("dquiet\u001fdoak");
});

it("wordsQuery quotes apostrophes", () => {
  expect(wordsQuery(["d'alene", "pool"], ["d", "a"])).toBe(
    "('dd''alene' | 'ad''alene') & ('dpool' | 'apool')",
  );
});
