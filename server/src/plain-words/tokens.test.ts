import { describe, expect, it } from "vitest";
import { PhraseTable, tokenize } from "./tokens.ts";

const texts = (text: string) => tokenize(text).map((token) => token.text);

describe("the tokens of a text", () => {
  it.each<[string, string[]]>([
    ["3bd/2ba", ["3", "bd", "/", "2", "ba"]],
    ["$1,250,000 or $1.2m", ["$", "1,250,000", "or", "$", "1.2", "m"]],
    ["Coeur d’Alene", ["coeur", "dalene"]],
    ["Café, 2½ baths", ["cafe", ",", "2", "½", "baths"]],
    ["", []],
  ])("of %j are %j", (text, tokens) => {
    expect(texts(text)).toEqual(tokens);
  });

  it("have a value, a position and whether they touch the previous one", () => {
    expect(tokenize("x 1,800sf")).toMatchObject([
      { value: null, from: 0, to: 1, glued: false },
      { value: 1_800, from: 2, to: 7, glued: false },
      { value: null, from: 7, to: 9, glued: true },
    ]);
  });
});

describe("a table of phrases", () => {
  const table = new PhraseTable([
    ["short", "less than"],
    ["long", "no less than, at least"],
  ]);

  it("finds the longest one that begins or ends at a token", () => {
    const tokens = tokenize("no less than 3");
    expect(table.at(tokens, 0)).toEqual({ meaning: "long", next: 3 });
    expect(table.before(tokens, 3)).toEqual({ meaning: "long", from: 0 });
    expect(table.at(tokens, 1)).toEqual({ meaning: "short", next: 3 });
    expect(table.before(tokens, 2)).toBeUndefined();
  });
});
