import { describe, expect, it } from "vitest";
import { withoutEmptyWords } from "./compared-words.ts";
import { isInformative } from "./word-weights.ts";

describe("words that carry nothing", () => {
  it.each([
    ["somewhere to keep my horses", "to my horses"],
    ["a place for all my stuff", "a for all my"],
    ["something with a porch, anything really", "with a porch"],
    ["aging in place", "aging in place"],
    ["bonus room and storage", "bonus room and storage"],
  ])("%s: are compared with nothing", (query, compared) => {
    expect(withoutEmptyWords(query)).toBe(compared);
  });

  it("are no informative words", () => {
    expect(["place", "somewhere", "something", "anything", "stuff", "thing"].filter(isInformative)).toEqual(
      [],
    );
  });
});
