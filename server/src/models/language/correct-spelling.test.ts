import { describe, expect, it } from "vitest";
import { correctSpelling } from "./correct-spelling.ts";

describe("correctSpelling", () => {
  it.each([
    ["vetrans", "veterans"],
    ["luxary homes", "luxury"],
    ["acrage", "acreage"],
    ["downsising", "downsizing"],
    ["a relocatoin", "relocation"],
  ])("adds to %j what it may have meant", (query, meant) => {
    expect(correctSpelling(query)).toBe(`${query} ${meant}`);
  });

  it.each(["veterans", "lofts", "teach", "John Smyth", "Walter", "the home", "lnd", "", "Barnes & Ashford"])(
    "leaves %j as it is",
    (query) => {
      expect(correctSpelling(query)).toBe(query);
    },
  );
});
