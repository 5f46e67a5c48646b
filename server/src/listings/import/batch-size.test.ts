import { describe, expect, it } from "vitest";
import { BatchSize } from "./batch-size.ts";

describe("BatchSize", () => {
  const settle = (microsecondsARow: number, bounds = { milliseconds: 25, minRows: 10, maxRows: 1000 }) => {
    const size = new BatchSize(bounds);
    for (let nth = 0; nth < 20; nth++) size.note(size.rows, (size.rows * microsecondsARow) / 1000);
    return size.rows;
  };

  it("finds the rows that fit into the time, within its bounds", () => {
    expect(settle(250)).toBe(100);
    expect(settle(50)).toBe(500);
    expect(settle(1)).toBe(1000);
    expect(settle(100_000)).toBe(10);
  });

  it("does not grow on a last batch of few rows, but shrinks on one that took long", () => {
    const size = new BatchSize({ milliseconds: 25, minRows: 10, maxRows: 1000 });
    for (let nth = 0; nth < 3; nth++) size.note(size.rows, 1);
    expect(size.rows).toBe(80);
    size.note(1, 0.1);
    expect(size.rows).toBe(80);
    size.note(1, 100);
    expect(size.rows).toBe(40);
  });
});
