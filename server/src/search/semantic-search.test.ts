import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, subscribe } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "./index.ts";

const homeFor = (ListingId: string, more: object) => home({ ListingId, ...more });

const homes = [
  homeFor("W-1", {
    PublicRemarks: "Room to breathe. Bring the horses, there is a barn with four stalls and fenced pasture.",
    City: "Star",
    ListPrice: 390_000,
    ExteriorFeatures: ["Barn(s)", "Horse Facilities"],
  }),
  homeFor("W-2", {
    PublicRemarks: "Downtown loft, steps from restaurants. Rooftop terrace.",
    UnparsedAddress: "514 Larkspur Avenue",
    BedroomsTotal: 1,
    ListPrice: 450_000,
    PropertySubType: "Condominium",
  }),
  homeFor("W-3", {
    PublicRemarks: "Quiet street. Heated shop with room for the boat.",
    City: "Meridian",
    BedroomsTotal: 4,
    ListPrice: 380_000,
    ExteriorFeatures: ["Shop"],
  }),
  homeFor("W-4", {
    PublicRemarks: "Heated shop and more.",
    City: "Meridian",
    BedroomsTotal: 4,
    ListPrice: 480_000,
    ExteriorFeatures: ["Shop"],
  }),
  homeFor("W-5", {
    PublicRemarks: "Tidy rambler near schools, with a sparkling pool.",
    City: "Meridian",
    ListPrice: 350_000,
    PoolFeatures: ["In Ground"],
    StandardStatus: "Closed",
    CloseDate: "2026-05-01",
  }),
  homeFor("W-6", { PublicRemarks: "Hidden horses and barn.", StandardStatus: "Withdrawn" }),
  homeFor("W-7", {
    PublicRemarks: "A secret garden behind a brick wall.",
    UnparsedAddress: "1 Hidden Lane",
    InternetAddressDisplayYN: false,
  }),
];

describe("semanticSearch", () => {
  let lintel: TestApp;
  let host: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ host } = await lintel.createTenant("words"));
    await lintel.importListings("mls", homes);
    await indexListings(lintel.ctx);
  });
  afterAll(() => lintel.close());

  const search = (body: object, at = host) =>
    lintel.call("/api/search/semantic", { method: "POST", host: at, body });
  const ids = (body: { results: { listing_id: string }[] }) =>
    body.results.map(({ listing_id }) => listing_id);

  it("compares words of protected classes with nothing, and says what it did not apply", async () => {
    const plain = await search({ query: "heated shop in Meridian" });
    const worded = await search({ query: "heated shop in Meridian, near a church, no kids" });
    expect(worded.body.interpreted.refused).toEqual([
      { text: "near a church", category: "religion", instead: "near a named place or an address" },
      { text: "no kids", category: "familial_status", instead: null },
    ]);
    expect(worded.body.results).toEqual(plain.body.results);
    expect(plain.body.interpreted.refused).toEqual([]);
    const only = await search({ query: "christian neighborhood" });
    expect([only.status, only.body.total]).toEqual([200, (await search({ query: "homes" })).body.total]);
    const elsewhere = await search({ query: "heated shop in Miami" });
    expect(elsewhere.body.interpreted).toMatchObject({
      filters: {},
      text: "heated shop",
      not_applied: [{ text: "in Miami", why: "No listing is in a place of that name." }],
    });
  });

  it("compares a name behind `in` that a listing of the brokerage mentions, and no other", async () => {
    await lintel.importListings("others", [
      homeFor("W-8", { PublicRemarks: "In the heart of Quail Hollow." }),
    ]);
    await indexListings(lintel.ctx);
    const subscribed = await lintel.createTenant("subscribed");
    await subscribe(lintel, subscribed.id, ["mls"]);
    const query = "homes in quail hollow";
    const all = await search({ query });
    expect(all.body.interpreted).toMatchObject({
      text: expect.stringContaining("quail hollow"),
      not_applied: [],
    });
    const { body } = await lintel.call("/api/search/semantic", {
      method: "POST",
      host: subscribed.host,
      body: { query },
    });
    expect(body.interpreted.not_applied).toHaveLength(1);
    expect(body.interpreted.text).not.toContain("quail");
  });

  it("tells which words no listing of the brokerage has, and compares those that one has", async () => {
    const read = async (query: string) => (await search({ query })).body.interpreted;
    const pieces = async (query: string) =>
      (await read(query)).not_applied.map(({ text }: { text: string }) => text);
    expect(await pieces("quux zzyzx house")).toEqual(["quux", "zzyzx"]);
    expect(await pieces("xyzzy")).toEqual(["xyzzy"]);
    expect((await search({ query: "xyzzy" })).body.total).toBe(0);
    expect(await pieces("house on larkspur, quux")).toEqual(["quux"]);
    expect((await read("house on larkspur, quux")).text).toBe("house on larkspur");
  });

  it("ranks homes near to a city higher, and hides none", async () => {
    const filters = { property_type: ["Residential"] };
    const near = await search({ query: "house near Star" });
    const all = await search({ query: "house", filters });
    expect(near.body.interpreted).toMatchObject({
      filters: { property_type: "Residential" },
      near: [{ place: "Star", miles: 10 }],
    });
    expect(ids(near.body).toSorted()).toEqual(ids(all.body).toSorted());
    expect(ids(near.body)[0]).toBe("W-1");
    const bare = await search({ query: "near Star" });
    expect(ids(bare.body).toSorted()).toEqual(ids(all.body).toSorted());
    expect(ids(bare.body)[0]).toBe("W-1");
  });

  it("finds by meaning, best first, and says which sentence matched", async () => {
    const { status, body } = await search({ query: "somewhere to keep my horses" });
    expect([status, body.search_type, body.query]).toEqual([200, "semantic", "somewhere to keep my horses"]);
    expect(ids(body)[0]).toBe("W-1");
    const [first] = body.results;
    expect(first).toMatchObject({ list_price: 390_000, city: "Star", beds: 3, baths: 2 });
    expect(first.matched_text).toBe("Bring the horses, there is a barn with four stalls and fenced pasture.");
    expect(first.similarity_score).toBe(first.similarity);
    const similarities = body.results.map(({ similarity }: { similarity: number }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((a: number, b: number) => b - a));
    for (const similarity of similarities) expect(similarity).toBeLessThanOrEqual(1);
  });

  it("makes filters of what the words say exactly, and says so", async () => {
    const { body } = await search({ query: "3 bed house under 400k in Meridian with a shop" });
    expect(body.interpreted.filters).toMatchObject({ min_beds: 3, max_price: 400_000, city: "Meridian" });
    expect([body.interpreted.features, body.interpreted.text]).toEqual([["shop"], "house with a shop"]);
    expect(ids(body)[0]).toBe("W-3");
    expect(ids(body)).not.toContain("W-4");
  });

  it("lets a stated filter stand against the words", async () => {
    const { body } = await search({
      query: "home with a shop under 400k in Star",
      max_price: 500_000,
      city: "meridian",
    });
    expect(body.interpreted.filters).not.toHaveProperty("max_price");
    expect(body.interpreted.filters).not.toHaveProperty("city");
    expect(ids(body).slice(0, 2).toSorted()).toEqual(["W-3", "W-4"]);
    expect((await search({ query: "shop", city: "Nowhere" })).body).toMatchObject({ results: [], total: 0 });
  });

  it("leaves out what the words refuse", async () => {
    expect(ids((await search({ query: "meridian home without a pool" })).body)).not.toContain("W-5");
    expect(ids((await search({ query: "home with a pool" })).body)[0]).toBe("W-5");
  });

  it("leaves out what is refused and looks for nothing of it, when nothing else is asked", async () => {
    const refused = ids((await search({ query: "no pool" })).body);
    expect(refused).not.toContain("W-5");
    expect(refused.length).toBeGreaterThan(4);
    const { body } = await search({ query: "not in Meridian" });
    expect([body.interpreted.not.cities, body.interpreted.filters]).toEqual([["Meridian"], {}]);
    expect(ids(body)).toEqual(expect.arrayContaining(["W-1", "W-2", "W-7"]));
    for (const id of ["W-3", "W-4", "W-5"]) expect(ids(body)).not.toContain(id);
    expect(ids((await search({ query: "not a condo" })).body)).not.toContain("W-2");
  });

  it("looks in every place that is named", async () => {
    const { body } = await search({ query: "homes in Star or Meridian" });
    expect(body.interpreted.filters.city).toEqual(["Star", "Meridian"]);
    expect(ids(body).toSorted()).toEqual(["W-1", "W-3", "W-4", "W-5"]);
  });

  it("finds a listing by its id, and by its address where that may be shown", async () => {
    expect(ids((await search({ query: "w-4" })).body)[0]).toBe("W-4");
    expect(ids((await search({ query: "514 Larkspur Avenue" })).body)[0]).toBe("W-2");
    expect(ids((await search({ query: "1 Hidden Lane" })).body)).not.toContain("W-7");
  });

  it("answers words that only filter with all that is left, newest first", async () => {
    const { body } = await search({ query: "homes in Meridian" });
    expect([ids(body).toSorted(), body.total]).toEqual([["W-3", "W-4", "W-5"], 3]);
    expect(body.results.map(({ similarity }: { similarity: number }) => similarity)).toEqual([1, 1, 1]);
    expect(ids((await search({ query: "sold homes in Meridian" })).body)).toEqual(["W-5"]);
    expect(ids((await search({ query: "homes in meridian", status: "Sold" })).body)).toEqual(["W-5"]);
  });

  it("never shows what the public may not see, nor a hidden address", async () => {
    expect(ids((await search({ query: "hidden horses and barn" })).body)).not.toContain("W-6");
    const [secret] = (await search({ query: "secret garden behind a wall" })).body.results;
    expect([secret.listing_id, secret.address]).toEqual(["W-7", null]);
    expect(JSON.stringify(secret)).not.toContain("Hidden Lane");
  });

  it("shows a brokerage its own sources only", async () => {
    const { id, host: elsewhere } = await lintel.createTenant("elsewhere");
    await lintel.importListings("other-mls", [homeFor("O-1", { PublicRemarks: "Bring the horses too." })]);
    await indexListings(lintel.ctx);
    await subscribe(lintel, id, ["other-mls"]);
    expect(ids((await search({ query: "horses" }, elsewhere)).body)).toEqual(["O-1"]);
    expect(ids((await search({ query: "horses" })).body).toSorted()).toContain("O-1");
  });

  it("explains each similarity in its parts", async () => {
    const { body } = await search({ query: "barn for horses", explain: true });
    for (const { similarity, explanation } of body.results) {
      const { meaning, words, features, weights } = explanation;
      const sum =
        meaning * weights.meaning + words * weights.words + (features ?? 0) * (weights.features ?? 0);
      expect(similarity).toBeCloseTo(sum, 3);
    }
    expect(body.results[0].explanation.matched_words).toEqual(expect.arrayContaining(["barn", "hors"]));
    expect((await search({ query: "barn" })).body.results[0]).not.toHaveProperty("explanation");
  });

  it("gives as many as were asked for", async () => {
    const { body } = await search({ query: "homes", limit: 2 });
    expect(body.results).toHaveLength(2);
    expect(body.total).toBeGreaterThan(2);
  });

  it.each([
    [{}, "query"],
    [{ query: "  " }, "query"],
    [{ query: 7 }, "query"],
    [{ query: "x".repeat(501) }, "query"],
    [{ query: "barn", limit: 0 }, "limit"],
    [{ query: "barn", limit: 101 }, "limit"],
    [{ query: "barn", min_price: -1 }, "min_price"],
    [{ query: "barn", min_price: 2, max_price: 1 }, "min_price"],
    [{ query: "barn", property_type: "Castle" }, "property_type"],
  ])("refuses %j", async (body, field) => {
    const reply = await search(body);
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ["body", field]]);
  });

  it.each([
    "'; drop table listings; --",
    "\\ ' \" & | ! ( ) : *",
    "日本語の家",
    "🏡🏡",
    "a & b | !c <-> d",
    "%_%",
  ])("takes %j for words like others", async (query) => {
    expect((await search({ query })).status).toBe(200);
  });

  it("is 404 on a domain without a brokerage", async () => {
    expect((await search({ query: "barn" }, "unknown.test")).status).toBe(404);
  });
});
