import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KNOWN } from "../../test/phrasings/known-places.ts";
import { tripping } from "../../test/phrasings/tripping.ts";
import { interpret } from "./interpret.ts";

const pieces = (query: string, known = KNOWN) => interpret(query, known).not_applied.map(({ text }) => text);

describe("nothing of a query is dropped silently", () => {
  it.each(tripping)("$query", ({ query, filters, near = [], notApplied = [], features = [] }) => {
    const meant = interpret(query, KNOWN);
    expect(meant.filters).toEqual(filters);
    expect(meant.near.map(({ place }) => place)).toEqual(near);
    expect(meant.not_applied.map(({ text }) => text)).toEqual(notApplied);
    expect([...meant.features, ...meant.without.map((key) => `-${key}`)]).toEqual(features);
    for (const { why } of meant.not_applied) expect(why).toMatch(/^[A-Z].*\.$/);
  });

  it("a name that listings mention is compared, and a state without listings is no filter", () => {
    const known = { ...KNOWN, isMentioned: (name: string) => name === "cherrywood", hasState: () => false };
    expect([pieces("house in Cherrywood", known), interpret("house in Cherrywood", known).text]).toEqual([
      [],
      "house in Cherrywood",
    ]);
    expect([pieces("homes in Texas", known), interpret("homes in Texas", known).filters.state]).toEqual([
      ["in Texas"],
      undefined,
    ]);
  });

  it("names only pieces that the query has, for any words", () => {
    const words = fc.constantFrom(
      ..."3 bed in Miami near Boise or Meridian no busy street under 400 sold pending last week price drop TX 83702 99999 miles from not".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 15 }), (each) => {
        const query = each.join(" ");
        for (const piece of pieces(query)) expect(query).toContain(piece);
      }),
      { numRuns: 1_000 },
    );
  });
});
