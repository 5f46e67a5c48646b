import { describe, expect, it } from "vitest";
import { protectedTermsIn } from "../../../fair-housing/index.ts";
import { deniedWishes, purposes } from "./index.ts";

describe("the table of purposes", () => {
  it("has at least 150 entries, none of them twice", () => {
    const phrases = Object.keys(purposes).flatMap((list) => list.split(",").map((each) => each.trim()));
    expect(Object.keys(purposes).length).toBeGreaterThanOrEqual(150);
    expect(phrases.filter((each, nth) => phrases.indexOf(each) !== nth)).toEqual([]);
  });

  it("has no term of a protected class, neither in a phrase nor in what is looked for", () => {
    const all = [
      ...Object.entries(purposes).flat(),
      ...deniedWishes.flatMap(({ things, instead }) => [things, instead]),
    ].flatMap((words) => words.split(",").map((each) => each.trim()));
    const refused = all.filter(
      (each) => protectedTermsIn(each).length > 0 || protectedTermsIn(`home with ${each}`).length > 0,
    );
    expect(refused).toEqual([]);
  });
});
