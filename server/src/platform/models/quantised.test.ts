import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cosineAt, quantise } from "./quantised.ts";

const vectors = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 })
  .map(unit);

function unit(numbers: number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (value) => (length === 0 ? 0 : value / length));
}

describe("quantised vectors", () => {
  it("have nearly the cosines of what they were made of", () => {
    fc.assert(
      fc.property(vectors, vectors, (one, other) => {
        const exact = one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
        expect(Math.abs(cosineAt(one, quantise(other), 0) - exact)).toBeLessThan(0.01);
      }),
    );
  });

  it("are read where they start", () => {
    const [east, north] = [unit([1, 0]), unit([0, 1])];
    const both = new Int8Array([...quantise(east), ...quantise(north)]);
    expect([cosineAt(north, both, 0), cosineAt(north, both, 2)]).toEqual([0, 1]);
  });

  it("are like nothing when they are zeros", () => {
    const zeros = new Float32Array(8);
    expect(cosineAt(unit([1, 2, 3, 4, 5, 6, 7, 8]), quantise(zeros), 0)).toBe(0);
    expect(cosineAt(zeros, quantise(unit([1, 2, 3, 4, 5, 6, 7, 8])), 0)).toBe(0);
  });
});
