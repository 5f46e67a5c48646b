import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortTexts } from "./sort-texts.ts";
import { TextColumn } from "./text-column.ts";

const text = fc.oneof(
  fc.integer({ min: 0, max: 3000 }).map((number) => `MLS-${number}`),
  fc.string({ maxLength: 40 }),
  fc.string({ maxLength: 12, unit: "grapheme" }),
);

function columnOf(texts: readonly string[]): TextColumn {
  const column = new TextColumn();
  texts.forEach((each, nth) => {
    column.set(nth, each);
  });
  return column;
}

describe("A column of texts", () => {
  it("has what was set last for each number, however its length changes", () => {
    const change = fc.record({ nth: fc.integer({ min: 0, max: 600 }), text });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 2000, size: "max" }), (changes) => {
        const column = new TextColumn();
        const expected = new Map<number, string>();
        for (const { nth, text } of changes) {
          column.set(nth, text);
          expected.set(nth, text);
        }
        for (let nth = 0; nth < 800; nth++) expect(column.get(nth)).toBe(expected.get(nth) ?? "");
      }),
      { numRuns: 20 },
    );
  });

  it("has texts that were packed by another one, of any number at a time", () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 300 }), { maxLength: 8, size: "max" }), (parts) => {
        const copy = new TextColumn();
        let count = 0;
        for (const part of parts) {
          const numbers = Int32Array.from(part, (_, nth) => part.length - 1 - nth);
          copy.append(count, columnOf(part.toReversed()).pack(numbers));
          count += part.length;
        }
        expect(Array.from({ length: count }, (_, nth) => copy.get(nth))).toEqual(parts.flat());
      }),
      { numRuns: 20 },
    );
  });

  it("is sorted as its bytes are", () => {
    const texts = fc.array(text, { maxLength: 3000, size: "max" });
    fc.assert(
      fc.property(texts, fc.constantFrom("", "IMLS-", "a long beginning "), (some, beginning) => {
        const all = [...new Set(some)].filter((each) => !each.includes("\0")).map((each) => beginning + each);
        const column = columnOf(all);
        const steps = sortTexts(column, all.length);
        let step = steps.next();
        while (!step.done) step = steps.next();
        const sorted = Array.from(step.value, (nth) => all[nth] as string);
        expect(sorted).toEqual(all.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
      { numRuns: 20 },
    );
  });
});
