import { describe, expect, it } from "vitest";
import { findTraps } from "./find-traps.ts";
import { tokenize } from "./tokens.ts";

const trapped = (text: string) => {
  const tokens = tokenize(text);
  return findTraps(text, tokens).map(({ from, to }) => text.slice(tokens[from]?.from, tokens[to - 1]?.to));
};

describe("numbers that are neither rooms nor money", () => {
  it.each<[string, string]>([
    ["call 208-555-0134 now", "208-555-0134"],
    ["see IMR-98100010", "IMR-98100010"],
    ["mls # 98100010", "mls # 98100010"],
    ["on 3/2/2026", "3/2/2026"],
    ["at 98 Pine St please", "98 Pine St"],
    ["1234 N Eagle Rd", "1234 N Eagle Rd"],
    ["by Hwy 55", "Hwy 55"],
    ["8 out of 10", "8 out of 10"],
    ["a family of 5", "family of 5"],
  ])("are found in %j: %j", (text, found) => {
    expect(trapped(text)).toContain(found);
  });

  it.each(["3 bed on a quiet street", "zip83704", "under400000", "3/2", "450000", "2 acres on Eagle Road"])(
    "are not seen in %j",
    (text) => {
      expect(trapped(text)).toEqual([]);
    },
  );
});
