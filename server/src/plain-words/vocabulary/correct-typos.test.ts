import { describe, expect, it } from "vitest";
import { wordsOf } from "../../models/index.ts";
import { correctTypos } from "./correct-typos.ts";

const mended = (text: string) =>
  correctTypos(wordsOf(text))
    .map((word) => word.text)
    .join(" ");

describe("correctTypos", () => {
  it.each([
    ["finished basment", "finished basement"],
    ["firepalce", "fireplace"],
    ["townhuose", "townhouse"],
  ])("%j are read as %j", (text, found) => {
    expect(mended(text)).toBe(found);
  });

  it.each(["basement", "closer", "railway", "volley", "wel", "zzzzzzzz"])("%j stays what it is", (text) => {
    expect(mended(text)).toBe(text);
  });
});
