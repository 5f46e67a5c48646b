import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "./index.ts";

const pool = { PoolFeatures: ["In Ground"] };
const at = (Latitude: number, Longitude: number) => ({ Latitude, Longitude });
const homes = [
  home({ ListingId: "B-1", PostalCode: "83702", CountyOrParish: "Ada", ...at(43.6, -115.9), ...pool }),
  home({
    ListingId: "B-2",
    PostalCode: "83704",
    CountyOrParish: "Ada",
    StandardStatus: "Pending",
    ListPrice: 600_000,
  }),
  home({
    ListingId: "E-1",
    City: "Eagle",
    PostalCode: "83616",
    CountyOrParish: "Ada",
    ...at(43.69, -116.35),
  }),
  home({
    ListingId: "E-2",
    City: "Eagle",
    PostalCode: "83616",
    PropertySubType: "Townhouse",
    ...at(43.7, -116.36),
  }),
  home({ ListingId: "S-1", City: "Star", PropertySubType: "Condominium", ListPrice: 300_000 }),
  home({ ListingId: "K-1", City: "Kuna", PublicRemarks: "A workshop with a lift.", ...at(43.48, -116.42) }),
  home({
    ListingId: "W-1",
    City: "Caldwell",
    PropertyType: "Commercial Sale",
    PropertySubType: "Warehouse",
    PublicRemarks: "Parks and springs for auto repair of cars.",
    ListPrice: 900_000,
  }),
  home({
    ListingId: "N-1",
    City: "Nampa",
    CountyOrParish: "Canyon",
    StandardStatus: "Closed",
    CloseDate: "2026-05-01",
  }),
];

type Interpreted = {
  filters: object;
  compared_as: unknown[];
  not_applied: { text: string; why: string }[];
  refused: unknown[];
};
type Body = {
  results: { listing_id: string; weak?: true }[];
  total: number;
  interpreted: Interpreted;
  near_misses?: unknown[];
};

describe("plain words are answered honestly", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "honest", homes);
    await indexListings(lintel.ctx);
  });
  afterAll(() => lintel.close());

  const search = async (query: string, more: object = {}, kind = "semantic"): Promise<Body> => {
    const { host } = market;
    const reply = await lintel.call(`/api/search/${kind}`, {
      method: "POST",
      host,
      body: { query, ...more },
    });
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  const idsOf = ({ results }: Body) => results.map(({ listing_id }) => listing_id).sort();
  const textsOf = ({ interpreted }: Body) => interpreted.not_applied.map(({ text }) => text);

  it.each([
    ["homes in 83702 or 83704", ["B-1", "B-2"]],
    ["Ada County and Canyon County", ["B-1", "B-2", "E-1", "N-1"]],
    ["pending or sold", ["B-2", "N-1"]],
    ["Eagle Star", ["E-1", "E-2", "S-1"]],
    ["Eagle, Miami, Star", ["E-1", "E-2", "S-1"]],
    ["condo or townhouse", ["E-2", "S-1"]],
  ])("%s: finds homes with any of the values", async (query, ids) => {
    const body = await search(query);
    expect(idsOf(body)).toEqual(ids);
    expect(body.total).toBe(ids.length);
  });

  it("alternatives that no filter can express are compared, and say so", async () => {
    const body = await search("Boise or 83616");
    expect(idsOf(body)).toEqual(expect.arrayContaining(["B-1", "B-2"]));
    expect(textsOf(body)).toEqual(["Boise", "83616"]);
  });

  it.each(["semantic", "multimodal"])(
    "%s search: pieces that the request overrides are not applied",
    async (kind) => {
      const why = "A filter of the request says something else of it, and counts.";
      const overridden = async (query: string, more: object) =>
        (await search(query, more, kind)).interpreted.not_applied;
      expect(await overridden("3 beds in Eagle under 500k", { filters: { city: ["Boise"] } })).toEqual([
        { text: "in Eagle", why },
      ]);
      expect(
        await overridden("condo, no pool, under 500k", {
          filters: { features: ["pool"], property_subtype: ["Townhouse"] },
        }),
      ).toEqual([
        { text: "condo", why },
        { text: "no pool", why },
      ]);
      expect(await overridden("homes in Boise, not in Kuna", { city: "Kuna" })).toEqual([
        { text: "in Boise", why },
        { text: "not in Kuna", why },
      ]);
      // What both say is applied.
      expect(
        await overridden("homes in Eagle under 500k", { filters: { city: ["eagle"], max_price: 500_000 } }),
      ).toEqual([]);
    },
  );

  it("wishes that no result satisfies are not applied, and those that one does are", async () => {
    const kuna = await search("pool in Kuna");
    expect(kuna.interpreted.not_applied).toEqual([
      { text: "pool", why: "None of the listings that the filters leave has it." },
    ]);
    expect(idsOf(kuna)).toEqual(["K-1"]);
    expect(textsOf(await search("pool in Boise"))).toEqual([]);
    expect(textsOf(await search("home cinema in Kuna"))).toEqual(["home cinema"]);
    expect(textsOf(await search("place to repair cars in Kuna"))).toEqual([]);
  });

  it.each(["wheelchair ramp", "fixer upper", "home cinema", "indoor basketball court"])(
    "%s: without a home that has it, the reply is not an empty page without a reason",
    async (query) => {
      const { interpreted, results } = await search(query);
      expect(interpreted.not_applied.length + results.length).toBeGreaterThan(0);
      if (Object.keys(interpreted.filters).length === 0)
        for (const { weak } of results) expect(weak).toBe(true);
    },
  );

  it("what a home is wanted for finds homes before commercial property", async () => {
    const { results } = await search("place to repair cars");
    expect(results[0]?.listing_id).toBe("K-1");
    const trade = await search("commercial place to repair cars");
    expect(idsOf(trade)).toEqual(["W-1"]);
  });

  it.each(["Paris", "homes in Springfield", "near Hope", "Phoenix"])(
    "%s: a place that no listing has is no typo of a word, and is told",
    async (query) => {
      const { interpreted } = await search(query);
      expect(interpreted.compared_as).toEqual([]);
      expect(interpreted.not_applied).toEqual([
        expect.objectContaining({ why: "No listing is in a place of that name." }),
      ]);
    },
  );

  it("near a city ranks, and leaves no home out", async () => {
    const all = (await search("something")).total;
    const near = await search("near Eagle");
    expect([near.total, near.results.length]).toEqual([all, all]);
    expect(
      near.results
        .slice(0, 2)
        .map(({ listing_id }) => listing_id)
        .sort(),
    ).toEqual(["E-1", "E-2"]);
    const cheap = await search("homes near Eagle under 500k");
    expect(cheap.total).toBe((await search("homes under 500k")).total);
  });

  it.each([
    ["where Asians live", ""],
    ["homes on welfare", "homes"],
    ["a place where Mexicans live in Boise", "a place in Boise"],
    ["kids not welcome, in Eagle", "in Eagle"],
  ])("%s: gives what the query gives without the words", async (query, without) => {
    const body = await search(query);
    expect(body.interpreted.refused).toHaveLength(1);
    expect(idsOf(body)).toEqual(idsOf(await search(without || "something")));
  });

  it("of sources that allow no models, what filters state is found", async () => {
    const key = await lintel.createKey("admin");
    const rules = (ai: boolean) =>
      lintel.call(`/api/admin/sources/${market.source}/rules`, { method: "PUT", key, body: { ai } });
    const before = idsOf(await search("condo under 400k"));
    expect((await rules(false)).status).toBe(200);
    for (const [query, ids] of [
      ["condo under 400k", before],
      ["condo or townhouse", ["E-2", "S-1"]],
      ["homes in Eagle", ["E-1", "E-2"]],
      ["pending homes in Boise", ["B-2"]],
      ["charming condo", []],
    ] as const) {
      const body = await search(query);
      expect([query, idsOf(body), body.total]).toEqual([query, ids, ids.length]);
    }
    await rules(true);
  });
});
