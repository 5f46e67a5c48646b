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

  it.each(["55+ community", "55 plus golf community", "condo in a 55+ community in Boise"])(
    "%s: the number belongs to a feature, and is not told as dropped",
    (query) => {
      expect(interpret(query, KNOWN).features).toContain("senior_community");
      expect(pieces(query)).toEqual([]);
    },
  );

  it.each([
    "no HOA",
    "homes without an HOA in Boise",
    "avoid any HOA fees",
    "no homeowners association",
    "HOA free",
  ])("%s: no owners' association costs nothing a month", (query) => {
    expect(interpret(query, KNOWN).filters.max_hoa_monthly).toBe(0);
    expect(pieces(query)).toEqual([]);
  });

  it.each(["no ccrs", "low HOA", "HOA with no pets"])(
    "%s: an association is not denied by words about something else",
    (query) => {
      expect(interpret(query, KNOWN).filters).not.toHaveProperty("max_hoa_monthly");
    },
  );

  it("a word that neither a vocabulary nor a listing has is told, and is compared with nothing", () => {
    const known = { ...KNOWN, hasWord: (word: string) => word === "zzyzx" };
    const read = (query: string) => {
      const { text, not_applied } = interpret(query, known);
      return [text, not_applied.map((each) => each.text)];
    };
    expect(read("quux zzyzx house")).toEqual(["zzyzx house", ["quux"]]);
    // Without any other word, homes would be found that the query does not say.
    expect(read("xyzzy")).toEqual(["xyzzy", ["xyzzy"]]);
    // Typos, features, numbers and words of the language are known, and parts of ids are no words.
    for (const query of [
      "basment with a firepalce",
      "looking for ourselves, nearby or between",
      "mls98100 2bd 3ba",
      "MLS# IMR-98100010",
    ])
      expect(read(query)[1]).toEqual([]);
    expect(interpret("quux zzyzx house", KNOWN).not_applied).toEqual([]);
  });

  it.each([
    ["Paris", "Paris"],
    ["paris", "paris"],
    ["Phoenix", "Phoenix"],
    ["3 bed Phoenix", "Phoenix"],
    ["2 bath condo Springfield", "Springfield"],
    ["99999", "99999"],
    ["homes in 99999", "in 99999"],
  ])("%s: a place that no listing has is told as one, and is compared with nothing", (query, piece) => {
    const { text, not_applied } = interpret(query, KNOWN);
    expect(not_applied).toEqual([
      {
        text: expect.stringMatching(piece.replace("in ", "")),
        why: expect.stringMatching(/place|postal code/),
      },
    ]);
    expect(text).not.toContain(piece);
  });

  it.each(["Basment", "Boulder walls", "London Street", "homes with Paris Avenue"])(
    "%s: is no such place",
    (query) => {
      expect(pieces(query)).toEqual([]);
    },
  );

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

  it.each([
    ["house in Boise last 3 days", 3],
    ["3 bed with a pool last 7 days", 7],
    ["homes from this week", 7],
    ["condos under 400k last 24 hours", 1],
    ["house in Boise today", 1],
    ["anything new this week", 7],
    ["what is new this week", 7],
    ["homes added last month", 30],
    ["3 bed in Boise new this week", 7],
    ["we want homes in Boise from the last 3 days", 3],
    ["homes for sale last 3 days", 3],
  ])("%s: a time without an event is that of the listing", (query, days) => {
    expect(interpret(query, KNOWN).filters.listed_within_days).toBe(days);
    expect(pieces(query)).toEqual([]);
  });

  it.each([
    ["want to purchase within 3 months", "within 3 months"],
    ["job starts this month", "this month"],
    ["new windows in the last 5 years", "in the last 5 years"],
    ["buy a house in Boise this month", "this month"],
    ["need a house in Boise this week", "this week"],
    ["roof replaced last month", "last month"],
    ["open house this weekend", "this weekend"],
    ["homes sold in Boise last month", "last month"],
    ["homes I can tour today", "today"],
    ["homes available today", "today"],
    ["We visited Boise last month", "last month"],
    ["homes we saw last week", "last week"],
    ["our offer fell through last week", "last week"],
    ["offer fell through last week, house in Boise", "last week"],
    ["furnace new this year", "this year"],
    ["the furnace is new this year", "this year"],
    ["deck added last month", "last month"],
  ])("%s: a time of something else is no filter, which is reported", (query, piece) => {
    expect(interpret(query, KNOWN).filters).not.toHaveProperty("listed_within_days");
    expect(pieces(query)).toEqual([piece]);
  });

  it.each([
    ["homes on the market for the last 6 months", { min_days_on_market: 180 }],
    ["on the market for over 90 days in Boise", { min_days_on_market: 90 }],
    ["homes listed for less than 2 weeks", { max_days_on_market: 14 }],
    ["on the market since last week", { listed_within_days: 7 }],
  ])("%s: how long a home has been for sale is not since when", (query, days) => {
    const { property_type: _, city: __, ...filters } = interpret(query, KNOWN).filters;
    expect(filters).toEqual(days);
    expect(pieces(query)).toEqual([]);
  });

  it("large cities whose names are words are places where a place is meant", () => {
    for (const query of [
      "house that needs reno",
      "boulder wall",
      "savannah style porch",
      "near boulder walls",
    ])
      expect([query, pieces(query)]).toEqual([query, []]);
    expect(pieces("homes in Boulder")).toEqual(["in Boulder"]);
    expect(pieces("Reno, NV homes")).toEqual(["Reno, NV"]);
    expect(pieces("house in Reno under 400k")).toEqual(["in Reno"]);
  });

  it("where a buyer comes from is reported as such, with and without listings there", () => {
    for (const query of ["Relocating from Seattle", "Relocating from Denver", "moving from Reno to Boise"]) {
      const [piece] = interpret(query, KNOWN).not_applied;
      expect([query, piece?.why]).toEqual([query, "Where a buyer lives, works or comes from is no filter."]);
    }
  });

  it("negations that the thesaurus has as wishes are compared", () => {
    for (const query of ["no neighbors", "no through traffic", "house with no neighbors and a pool"]) {
      expect([query, pieces(query)]).toEqual([query, []]);
      expect(interpret(query, KNOWN).text).toBe(query);
    }
  });

  it.each([
    ["no busy street or pool", "no busy street"],
    ["no trampolines and no pool", "no trampolines"],
    ["without pets or a pool", "without pets"],
  ])("%s: what cannot be excluded is reported beside what is", (query, piece) => {
    expect(pieces(query)).toEqual([piece]);
    expect(interpret(query, KNOWN).without).toContain("pool");
  });

  it("no belongs to one noun, and without to all that follow", () => {
    const traits = (query: string) => {
      const { features, without } = interpret(query, KNOWN);
      return [features.includes("pool"), without.includes("pool")];
    };
    expect(traits("no neighbors and a pool")).toEqual([true, false]);
    expect(traits("no garage and a pool")).toEqual([true, false]);
    expect(traits("no garage and pool")).toEqual([false, true]);
    expect(traits("without a garage and a pool")).toEqual([false, true]);
    expect(traits("no garage or a pool")).toEqual([false, true]);
  });

  it.each([
    ["3 bed house, avoid churches and Nampa", "3 bed house, avoid Nampa"],
    ["no section 8 or pool", "no pool"],
    ["not near a church or highway", "not near highway"],
    ["lots near a church in Eagle", "lots in Eagle"],
    ["not in a christian area or Nampa", "not in Nampa"],
    ["I do not want to live near a church or in Nampa", "I do not want to live in Nampa"],
  ])("%s means what is left without the term: %s", (query, plain) => {
    const { refused, ...meant } = interpret(query, KNOWN);
    expect(refused).toHaveLength(1);
    expect({ ...meant, refused: [] }).toEqual(interpret(plain, KNOWN));
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
