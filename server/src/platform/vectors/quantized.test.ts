import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cosine16, cosineAt, quantize, quantize16 } from "./quantized.ts";

const vectors = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 })
  .map(unit);

function unit(numbers: number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (value) => (length === 0 ? 0 : value / length));
}

describe("quantized vectors", () => {
  it("have nearly the cosines of what they were made of", () => {
    fc.assert(
      fc.property(vectors, vectors, (one, other) => {
        const exact = one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
        expect(Math.abs(cosineAt(one, quantize(other), 0) - exact)).toBeLessThan(0.01);
      }),
    );
  });

  it("are read where they start", () => {
    const [east, north] = [unit([1, 0]), unit([0, 1])];
    const both = new Int8Array([...quantize(east), ...quantize(north)]);
    expect([cosineAt(north, both, 0), cosineAt(north, both, 2)]).toEqual([0, 1]);
  });

  it("are like nothing when they are zeros", () => {
    const zeros = new Float32Array(8);
    expect(cosineAt(unit([1, 2, 3, 4, 5, 6, 7, 8]), quantize(zeros), 0)).toBe(0);
    expect(cosineAt(zeros, quantize(unit([1, 2, 3, 4, 5, 6, 7, 8])), 0)).toBe(0);
  });
});

describe("vectors in 16 bits", () => {
  it("have the cosines of what they were made of, however long that was", () => {
    fc.assert(
      fc.property(vectors, vectors, fc.double({ min: 0.01, max: 100, noNaN: true }), (one, other, length) => {
        const exact = one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
        const long = one.map((value) => value * length);
        expect(Math.abs(cosine16(quantize16(long), quantize16(other)) - exact)).toBeLessThan(0.0005);
      }),
    );
  });

  it("are like nothing when they are zeros, and wholly like themselves", () => {
    const [zeros, one] = [new Float32Array(8), unit([1, 2, 3, 4, 5, 6, 7, 8])];
    expect([...quantize16(zeros)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(cosine16(quantize16(one), quantize16(zeros))).toBe(0);
    expect(cosine16(quantize16(one), quantize16(one))).toBeCloseTo(1, 4);
  });

  it("rank as the numbers they were made of do", () => {
    const random = seeded(7);
    const all = Array.from({ length: 2000 }, () => unit(Array.from({ length: 64 }, () => random() - 0.5)));
    const [small, smaller] = [all.map(quantize16), all.map(quantize)];
    let [found16, found8] = [0, 0];
    const queries = all.slice(0, 100);
    for (const query of queries) {
      const nearest = tenBest(
        all.map((each) => each.reduce((sum, value, at) => sum + value * query[at]!, 0)),
      );
      const quantizedQuery = quantize16(query);
      const by16 = tenBest(small.map((each) => cosine16(quantizedQuery, each)));
      const by8 = tenBest(smaller.map((each) => cosineAt(query, each, 0)));
      found16 += nearest.filter((at) => by16.includes(at)).length;
      found8 += nearest.filter((at) => by8.includes(at)).length;
    }
    expect(found16 / (queries.length * 10)).toBeGreaterThanOrEqual(0.999);
    // Why eight bits are not enough for what is to be ranked exactly.
    expect(found8).toBeLessThan(found16);
  });
});

function tenBest(cosines: number[]): number[] {
  return [...cosines.keys()].sort((one, other) => cosines[other]! - cosines[one]!).slice(0, 10);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
