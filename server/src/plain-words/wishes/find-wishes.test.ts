import { describe, expect, it } from "vitest";
import { KNOWN } from "../../../test/phrasings/known-places.ts";
import { deniedWishes, purposes } from "../../models/index.ts";
import { interpret } from "../interpret.ts";

const firstOf = (words: string) => words.split(",")[0]?.trim() as string;
const wishesOf = (query: string) => interpret(query, KNOWN).compared_as;

describe("what a home is wanted for", () => {
  it.each(Object.entries(purposes))("%s: is compared as the trade's words", (list, trade) => {
    const phrases = list.split(",").map((each) => each.trim());
    const found = phrases.map((phrase) => wishesOf(phrase).flatMap(({ as }) => as));
    // Another entry may have a part of a phrase.
    expect(phrases.filter((_, nth) => found[nth]?.length === 0)).toEqual([]);
    expect(found.flat()).toContain(firstOf(trade));
  });

  it("is found with other words in between, and not across a denial", () => {
    expect(wishesOf("somewhere to repair my two old cars")).toMatchObject([
      { text: "repair my two old cars", as: expect.arrayContaining(["workshop", "oversized garage"]) },
    ]);
    expect(wishesOf("no home cinema")).toEqual([]);
  });
});

describe("what is not wanted", () => {
  it.each(deniedWishes)(
    "no $things: has something else that is looked for",
    ({ things, instead, refused = [] }) => {
      for (const thing of things.split(",").map((each) => each.trim())) {
        const { compared_as, text, not_applied, without, filters } = interpret(`no ${thing}`, KNOWN);
        // "No stairs" is a filter already.
        if (filters.max_stories === 1) continue;
        expect([thing, compared_as[0]?.as]).toEqual([thing, expect.arrayContaining([firstOf(instead)])]);
        expect([thing, text, not_applied]).toEqual([thing, "", []]);
        expect(without).toEqual(expect.arrayContaining(refused));
      }
    },
  );

  it.each([
    ["3 bed no carpet", "no carpet", "hardwood floors"],
    ["allergic to gas", "allergic to gas", "all electric"],
    ["carpet free condo", "carpet free", "hardwood floors"],
    ["can't climb stairs", "can't climb stairs", "single level"],
    ["no work needed", "no work needed", "move in ready"],
  ])("%s: is phrases, and its words leave the text", (query, text, as) => {
    const meant = interpret(query, KNOWN);
    expect(meant.compared_as).toEqual([{ text, as: expect.arrayContaining([as]) }]);
    expect(meant.text).not.toContain(text);
    expect(meant.not_applied).toEqual([]);
  });

  it.each(["no gas fireplace", "no well kept secret", "gas range"])("%s: is something else", (query) => {
    expect(wishesOf(query).filter(({ text }) => text.includes("gas") || text.includes("well"))).toEqual([]);
  });
});
