import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passagesOf } from "./passages.ts";

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

describe("passagesOf", () => {
  it("leaves a short text whole", () => {
    expect(passagesOf("Ann Lee\nLofts and condos.")).toEqual(["Ann Lee\nLofts and condos."]);
    expect(passagesOf("")).toEqual([""]);
  });

  it("puts the whole of a long text first, then every word of it once, in at most four passages", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("word", "end.", "line\n", "why?", "a"), { minLength: 46, maxLength: 600 }),
        (words) => {
          const text = words.join(" ");
          const [whole, ...passages] = passagesOf(text);
          expect(whole).toBe(text);
          expect(wordsOf(passages.join(" "))).toEqual(wordsOf(text));
          expect(passages.length).toBeLessThanOrEqual(4);
        },
      ),
    );
  });

  it("cuts between sentences", () => {
    const sentence = `${"word ".repeat(19)}end.`;
    const [, ...passages] = passagesOf(Array.from({ length: 4 }, () => sentence).join(" "));
    expect(passages).toEqual([sentence, sentence, sentence, sentence]);
  });
});
