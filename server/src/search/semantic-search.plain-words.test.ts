import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "./index.ts";

/** A home of which its feed says neither the storeys nor the garage. */
const homeFor = (nth: number, more: object) => ({
  ...home({ ListingId: `P-${nth}`, UnparsedAddress: `${nth} Larkspur Lane`, ...more }),
});

const homes = [
  homeFor(1, { PublicRemarks: "A house with a backyard full of character.", GarageSpaces: 3, Stories: 1 }),
  homeFor(2, {
    PublicRemarks: "A house by the park with a new backyard fence.",
    GarageSpaces: null,
    Stories: null,
  }),
  homeFor(3, {
    PublicRemarks: "A house with all hardwood floors and a workshop.",
    GarageSpaces: 1,
    Stories: 2,
  }),
  homeFor(4, { PublicRemarks: "New carpet in every room of the house.", GarageSpaces: 4, Stories: 2 }),
  homeFor(5, { PublicRemarks: "Lovely house, casita w/sep entr.", GarageSpaces: 3, Stories: 2 }),
  homeFor(6, { PublicRemarks: "The lighthouse keeper's cottage.", GarageSpaces: 2, Stories: 2 }),
];

type Item = { listing_id: string; similarity: number; weak?: true; unknown?: string[] };

describe("plain words", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "plain", homes);
    await indexListings(lintel.ctx);
  });
  afterAll(() => lintel.close());

  const search = async (query: string, more: object = {}) => {
    const { status, body } = await lintel.call("/api/search/semantic", {
      method: "POST",
      host: market.host,
      body: { query, ...more },
    });
    expect(status).toBe(200);
    return body as { results: Item[]; total: number; interpreted: Record<string, unknown> };
  };
  const idsOf = ({ results }: { results: Item[] }) => results.map(({ listing_id }) => listing_id);

  it("that carry nothing change no result, and say nothing alone", async () => {
    const plain = await search("workshop");
    const wordy = await search("something, somewhere: workshop thing, stuff");
    expect(wordy.results.map(({ similarity }) => similarity)).toEqual(
      plain.results.map(({ similarity }) => similarity),
    );
    expect(idsOf(wordy)).toEqual(idsOf(plain));
    expect((await search("something")).total).toBe(6);
    const unknown = await search("xyzzyq thing");
    expect([unknown.total, unknown.interpreted.not_applied]).toEqual([
      0,
      [expect.objectContaining({ text: "xyzzyq" })],
    ]);
  });

  it("for a garage or storeys find listings that do not state them, lower, and say so", async () => {
    const garage = await search("house with a 3 car garage");
    expect(garage.interpreted.filters).toMatchObject({
      min_garage_spaces: 3,
      include_unknown_of: ["garage_spaces"],
    });
    expect(idsOf(garage).toSorted()).toEqual(["P-1", "P-2", "P-4", "P-5"]);
    expect(garage.results.find(({ listing_id }) => listing_id === "P-2")).toMatchObject({
      unknown: ["garage_spaces"],
    });
    expect(garage.results.filter(({ unknown }) => unknown)).toHaveLength(1);
    const level = await search("single story");
    expect(idsOf(level)).toEqual(["P-1", "P-2"]);
    expect(level.results[1]).toMatchObject({ unknown: ["stories"] });
    // Filters of a request stay strict, and those of the reply can be sent back.
    const strict = await search("house", { filters: { min_garage_spaces: 3 } });
    expect(idsOf(strict)).not.toContain("P-2");
    const replayed = await lintel.call(
      "/api/properties?state=any&min_garage_spaces=3&include_unknown_of=garage_spaces",
      {
        host: market.host,
      },
    );
    expect(replayed.body.pagination?.total ?? replayed.body.total).toBe(garage.total);
  });

  it("have no minimum similarity beside filters of the request", async () => {
    const { results } = await search("lighthouse", { filters: { min_price: 1 } });
    expect(results).toHaveLength(6);
    expect(results.some(({ weak }) => weak)).toBe(false);
  });

  it("find what is looked for instead of what is not wanted", async () => {
    const { results, interpreted } = await search("no carpet");
    expect(results[0]?.listing_id).toBe("P-3");
    expect(interpreted.compared_as).toMatchObject([{ text: "no carpet" }]);
    expect(interpreted.not_applied).toEqual([]);
  });

  it("find a purpose by the trade's words, abbreviated ones too", async () => {
    expect(idsOf(await search("somewhere to repair my cars"))[0]).toBe("P-3");
    expect(idsOf(await search("rent out part of it"))[0]).toBe("P-5");
  });

  it.each([
    ["hose with a park", "hose", "house"],
    ["bakyard", "bakyard", "backyard"],
    ["full of charachter", "charachter", "character"],
  ])(
    "%s: a word that no listing has is corrected to one that they have, and said",
    async (query, text, meant) => {
      const { interpreted, results } = await search(query);
      expect(interpreted.compared_as).toContainEqual({ text, as: [meant] });
      expect(interpreted.not_applied).toEqual([]);
      expect(results.length).toBeGreaterThan(0);
    },
  );

  it("that are names of streets and places of listings are not corrected", async () => {
    const { interpreted } = await search("house on larkspur");
    expect([interpreted.compared_as, interpreted.text]).toEqual([[], "house on larkspur"]);
  });

  it("with few results are filled with the nearest listings, which are marked", async () => {
    const { results, total } = await search("workshop with a park");
    expect(total).toBe(results.length);
    const weak = results.filter((each) => each.weak);
    expect(weak.length).toBeGreaterThan(0);
    expect(results.length).toBeLessThanOrEqual(5);
    for (const { similarity } of weak) expect(similarity).toBeLessThan(0.06);
    // Weak ones come last.
    expect(results.slice(-weak.length)).toEqual(weak);
    const multimodal = await lintel.call("/api/search/multimodal", {
      method: "POST",
      host: market.host,
      body: { query: "workshop with a park" },
    });
    expect(multimodal.body.results.filter(({ weak }: Item) => weak)).toHaveLength(weak.length);
    const compared = await lintel.call("/api/search/compare", {
      method: "POST",
      host: market.host,
      body: { query: "workshop with a park" },
    });
    if (compared.status === 200)
      expect(compared.body.methods.semantic.count).toBe(results.length - weak.length);
  });
});
