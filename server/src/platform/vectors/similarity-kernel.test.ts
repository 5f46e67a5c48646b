import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { compileKernel, KERNEL } from "../../../test/build-kernel.ts";
import { COARSE_MARGIN, CoarseRows } from "./coarse-rows.ts";
import { quantize16 } from "./quantized.ts";
import { ROWS_START, Scorer, strideOf } from "./scorer.ts";
import { PAGE_BYTES, sharedMemory } from "./similarity-kernel.ts";

describe("The kernel that compares vectors", () => {
  it("is built from its text (else: npm run generate:kernel)", async () => {
    expect((await readFile(KERNEL)).equals(await compileKernel())).toBe(true);
  });

  it.each([8, 13, 384])("computes the exact products of vectors of %d dimensions", (dimensions) => {
    const memory = sharedMemory(ROWS_START / PAGE_BYTES + 1);
    const stride = strideOf(dimensions);
    const scorer = new Scorer(memory, 0, dimensions);
    const numbers = (seed: number) =>
      Int16Array.from({ length: dimensions }, (_, at) => ((seed * 7919 + at * 104_729) % 3001) - 1500);
    const rows = [1, 2, 3, 4, 5].map(numbers);
    for (const [nth, row] of rows.entries()) {
      new Int16Array(memory.buffer, ROWS_START + nth * stride, dimensions).set(row);
    }
    const query = numbers(9);
    scorer.ask(query);
    const slots = [4, 0, 2];
    scorer.slots.set(slots);
    scorer.run(slots.length);
    const product = (row: Int16Array) =>
      row.reduce((sum, value, at) => sum + value * (query[at] as number), 0);
    expect([...scorer.products.subarray(0, slots.length)]).toEqual(
      slots.map((nth) => product(rows[nth] as Int16Array)),
    );
  });

  it.each([8, 13, 16, 384])("computes the products of coarse rows of %d dimensions", (dimensions) => {
    const rows = new CoarseRows(dimensions);
    const vectors = Array.from({ length: 100 }, (_, nth) =>
      quantize16(Float32Array.from({ length: dimensions }, (_, at) => Math.sin(nth * 7919 + at * at * 31))),
    );
    const [query, ...others] = vectors as [Int16Array, ...Int16Array[]];
    rows.reserve(others.length);
    for (const [row, vector] of others.entries()) rows.write(row, vector);
    rows.move(7, 3);
    others[3] = others[7] as Int16Array;
    rows.ask(query);
    rows.run(2, 90);
    const exact = (vector: Int16Array) =>
      vector.reduce((sum, value, at) => sum + value * (query[at] as number), 0) / 256;
    for (const [nth, vector] of others.slice(2, 92).entries())
      expect(Math.abs((rows.products[nth] as number) - exact(vector))).toBeLessThan(COARSE_MARGIN);
  });

  it("picks the places of the products that reach a floor, in their order", () => {
    const rows = new CoarseRows(16);
    const values = Array.from({ length: 4096 }, (_, at) => ((at * 7919) % 601) - 300);
    for (const count of [0, 1, 3, 4, 5, 31, 4095, 4096]) {
      for (const floor of [Number.NEGATIVE_INFINITY, -300, -1, 0, 299, 300, 301]) {
        rows.products.set(values);
        const picked = [...rows.picked.subarray(0, rows.pick(count, floor))];
        expect(picked).toEqual(
          [...values.keys()].filter((at) => at < count && (values[at] as number) >= floor),
        );
      }
    }
  });
});
