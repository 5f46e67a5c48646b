import { describe, expect, it } from "vitest";
import { addCorrections } from "./add-corrections.ts";

describe("addCorrections", () => {
  it.each([
    ["vetrans", "veterans"],
    ["luxary homes", "luxury"],
    ["acrage", "acreage"],
    ["downsising", "downsizing"],
    ["a relocatoin", "relocation"],
  ])("adds to %j what it may have meant", (query, meant) => {
    expect(addCorrections(query)).toBe(`${query} ${meant}`);
  });

  it.each(["veterans", "lofts", "teach", "John Smyth", "Walter", "the home", "lnd", "", "Barnes & Ashford"])(
    "leaves %j as it is",
    (query) => {
      expect(addCorrections(query)).toBe(query);
    },
  );
});
