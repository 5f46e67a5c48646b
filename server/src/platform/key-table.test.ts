import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeyTable } from "./key-table.ts";

const key = fc.oneof(
  fc.integer({ min: 0, max: 5000 }),
  fc.integer({ min: 0, max: 2 ** 31 }),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
);
const change = fc.record({ key, value: fc.option(fc.nat({ max: 10_000_000 })) });

describe("A table of keys", () => {
  it("has what was set last for each key, of dense and of sparse keys, in any order", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 2000, size: "max" }), (changes) => {
        const table = new KeyTable();
        const expected = new Map<number, number>();
        for (const { key, value } of changes) {
          if (value === null) {
            table.delete(key);
            expected.delete(key);
          } else {
            table.set(key, value);
            expected.set(key, value);
          }
        }
        expect(table.size).toBe(expected.size);
        for (const { key } of changes) expect(table.get(key)).toBe(expected.get(key) ?? -1);
      }),
      { numRuns: 30 },
    );
  });

  it("finds keys that were sparse when they came and are dense now", () => {
    const table = new KeyTable();
    const keys = Array.from({ length: 200_000 }, (_, nth) => (nth * 7919) % 200_000);
    for (const key of keys) table.set(key * 16, key);
    for (const key of keys) table.set(key, key);
    table.delete(16);
    expect(table.get(16)).toBe(-1);
    expect(keys.filter((key) => key !== 16).every((key) => table.get(key) === key)).toBe(true);
  });

  it("takes no more memory than maps for keys that lie far apart", () => {
    const table = new KeyTable();
    for (let nth = 0; nth < 20_000; nth++) table.set(nth * 1_000_003, nth);
    expect(table.bytes).toBeLessThan(4_000_000);
    expect(table.get(1_000_003 * 19_999)).toBe(19_999);
  });
});
