import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NameTrie } from "./name-trie.ts";

const street = fc.constantFrom("oakgrove 1 st", "oakgrove 12 st", "oak st", "oakland ave", "o", "");
const name = fc.oneof(
  fc.tuple(street, fc.integer({ min: 0, max: 400 })).map(([text, number]) => `${text} ${number}`),
  street,
  fc.string({ maxLength: 4 }),
);

describe("A trie of names", () => {
  it("finds every name that begins with a text, in order, after any changes", () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3000, size: "max" }), (names) => {
        const trie = new NameTrie((ref) => names[ref] as string);
        names.forEach((text, ref) => {
          trie.add(ref, text);
        });
        const there = names.map((text, ref) => ({ text, ref })).filter(({ ref }) => ref % 3 !== 0);
        names.forEach((text, ref) => {
          if (ref % 3 === 0) trie.remove(ref, text);
        });
        const beginnings = ["", "o", "oak", "oakg", "oakgrove 1", "oakgrove 12 st 3", "oakgrove 13", "x"];
        for (const beginning of [...beginnings, names[0] as string]) {
          const found: number[] = [];
          trie.visit(beginning, (ref) => found.push(ref) > 0);
          const expected = there.filter(({ text }) => text.startsWith(beginning));
          expect(found.map((ref) => names[ref])).toEqual(expected.map(({ text }) => text).sort());
          expect(found.toSorted((a, b) => a - b)).toEqual(expected.map(({ ref }) => ref));
        }
      }),
      { numRuns: 30 },
    );
  });
});
