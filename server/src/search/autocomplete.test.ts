import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket, subscribe } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

type Found = { text: string; type: string; count: number };

const house = (ListingId: string, City: string, fields = {}) =>
  home({ ListingId, City, CountyOrParish: "Ada", PostalCode: "83702", ...fields });

describe("autocomplete", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "typing", [
      house("T-1001", "Boise", { UnparsedAddress: "123 N Main St" }),
      house("T-1002", "Boise", { UnparsedAddress: "123 Maple Grove Rd", PostalCode: "83704" }),
      house("T-1003", "BOISE", { UnparsedAddress: "77 W Bannock St", StandardStatus: "Pending" }),
      house("T-1004", "Meridian", { UnparsedAddress: "9 Boise Ave" }),
      house("T-1005", "Nampa", { CountyOrParish: "Canyon", PostalCode: "83651" }),
      house("T-1006", "Twin Falls", { CountyOrParish: "Twin Falls" }),
      house("T-1007", "Twin Falls", { CountyOrParish: "Twin Falls" }),
      house("T-1008", "Idaho Falls", { CountyOrParish: "Bonneville", PropertyType: "Land" }),
      house("T-1009", "Coeur d'Alene", { CountyOrParish: "Kootenai" }),
      house("T-1010", "Kuna", { StandardStatus: "Closed", CloseDate: "2026-06-01" }),
      house("T-1011", "Star", { UnparsedAddress: "4 Secret Ln", InternetAddressDisplayYN: false }),
    ]);
  });
  afterAll(() => lintel.close());

  async function suggest(q: string, { host = market.host, more = "" } = {}): Promise<Found[]> {
    const reply = await lintel.call(`/api/search/autocomplete?q=${encodeURIComponent(q)}${more}`, { host });
    expect(reply.status).toBe(200);
    return reply.body.suggestions;
  }

  const texts = async (q: string) => (await suggest(q)).map(({ text }) => text);

  it("counts the Active listings of a place, which is what a search for it finds", async () => {
    const [boise] = await suggest("boi");
    expect(boise).toEqual({ text: "Boise", type: "city", count: 2 });
    expect((await market.search("city=Boise&status=Active")).total).toBe(2);
    expect(await suggest("kuna")).toEqual([]);
  });

  it("knows cities, counties, zip codes, property types, addresses and listing ids", async () => {
    expect(await suggest("837")).toContainEqual({ text: "83704", type: "zip", count: 1 });
    expect(await suggest("canyon")).toEqual([{ text: "Canyon", type: "county", count: 1 }]);
    expect(await suggest("ada county")).toEqual([{ text: "Ada", type: "county", count: 4 }]);
    expect(await suggest("lan")).toContainEqual({ text: "Land", type: "property_type", count: 1 });
    expect(await suggest("123 n main")).toEqual([
      { text: "123 N Main St, Boise", type: "address", count: 1 },
    ]);
    expect(await suggest("t-1005")).toEqual([{ text: "T-1005", type: "listing_id", count: 1 }]);
    expect(await suggest("1005")).toEqual([{ text: "T-1005", type: "listing_id", count: 1 }]);
    expect(await suggest("t1005")).toEqual([{ text: "T-1005", type: "listing_id", count: 1 }]);
  });

  it("does not mind case, accents, punctuation or spaces", async () => {
    for (const q of [
      "coeur d'a",
      "COEUR D’A",
      "coeur da",
      "cœur".replace("œ", "oe"),
      "Coeur-d Alene",
      "  coeurd ",
      "cóeur",
    ]) {
      expect(await texts(q)).toEqual(["Coeur d'Alene"]);
    }
  });

  it("finds a name by any of its words, after those that begin so", async () => {
    expect((await suggest("falls")).filter(({ type }) => type === "city")).toEqual([
      { text: "Twin Falls", type: "city", count: 2 },
      { text: "Idaho Falls", type: "city", count: 1 },
    ]);
    expect(await suggest("boise")).toMatchObject([
      { text: "Boise", type: "city" },
      { text: "9 Boise Ave, Meridian", type: "address" },
    ]);
    expect(await texts("maple")).toEqual(["123 Maple Grove Rd, Boise"]);
    expect(await texts("alene")).toEqual(["Coeur d'Alene"]);
  });

  it("finds an address without its direction, with its kind written out, and with its city", async () => {
    for (const q of [
      "123 main",
      "123 Main Stre",
      "123 main street",
      "123 north main",
      "123 n. main st boi",
      "main st",
    ]) {
      expect(await texts(q)).toContain("123 N Main St, Boise");
    }
  });

  it("forgives slips of the hand, in beginnings too, and puts what was written first", async () => {
    for (const [typed, meant] of [
      ["meridain", "Meridian"],
      ["bosie", "Boise"],
      ["nmapa", "Nampa"],
      ["nmap", "Nampa"],
      ["twin flals", "Twin Falls"],
      ["123 mian", "123 N Main St, Boise"],
    ] as const) {
      expect(await texts(typed)).toContain(meant);
    }
    expect(await suggest("meridain")).toMatchObject([{ text: "Meridian", type: "city" }]);
    expect(await texts("bannock")).toEqual(["77 W Bannock St, Boise"]);
  });

  it("never suggests an address that is hidden, but its listing by its id", async () => {
    for (const q of ["4 secret", "secret", "4 s", "sceret"]) {
      expect(JSON.stringify(await suggest(q))).not.toMatch(/secret/i);
    }
    expect(await texts("T-1011")).toEqual(["T-1011"]);
  });

  it("shows a brokerage what its own sources have", async () => {
    const other = await openMarket(lintel, "typing-elsewhere", [
      house("E-1", "Boise", { UnparsedAddress: "500 Elsewhere Ct" }),
      house("E-2", "Eagle"),
    ]);
    expect(await suggest("boise", { host: other.host })).toEqual([{ text: "Boise", type: "city", count: 1 }]);
    expect(await suggest("elsew", { host: other.host })).toHaveLength(1);
    for (const q of ["eagle", "elsewhere", "500", "e-1"]) {
      expect(JSON.stringify(await suggest(q))).not.toMatch(/Eagle|Elsewhere|E-1/);
    }
    await subscribe(lintel, other.brokerageId, ["typing", "typing-elsewhere"]);
    expect(await suggest("boise", { host: other.host })).toContainEqual({
      text: "Boise",
      type: "city",
      count: 3,
    });
    const named = await suggest("eag", { more: `&brokerage_id=${other.brokerageId}` });
    expect(named).toEqual([{ text: "Eagle", type: "city", count: 1 }]);
  });

  it("is as current as a search", async () => {
    const moving = await openMarket(lintel, "typing-news", [
      house("N-1", "Weiser", { UnparsedAddress: "1 Old Rd" }),
    ]);
    const at = { host: moving.host };
    expect(await suggest("weis", at)).toEqual([{ text: "Weiser", type: "city", count: 1 }]);
    await moving.import([house("N-2", "Weiser"), house("N-3", "Payette")]);
    expect(await suggest("weis", at)).toEqual([{ text: "Weiser", type: "city", count: 2 }]);
    await moving.import([
      house("N-1", "Payette", { UnparsedAddress: "2 New Rd", ModificationTimestamp: "2027-01-01T00:00:00Z" }),
      house("N-2", "Weiser", { StandardStatus: "Pending", ModificationTimestamp: "2027-01-01T00:00:00Z" }),
    ]);
    expect(await suggest("weis", at)).toEqual([]);
    expect(await suggest("pay", at)).toEqual([{ text: "Payette", type: "city", count: 2 }]);
    expect([await suggest("1 old", at), await suggest("old", at)]).toEqual([[], []]);
    expect(await suggest("2 new", at)).toMatchObject([{ text: "2 New Rd, Payette" }]);
  });

  it("gives as many as are asked for, ten by default", async () => {
    const many = Array.from({ length: 60 }, (_, nth) => house(`M-${100 + nth}`, `Moscow ${100 + nth}`));
    const { host } = await openMarket(lintel, "typing-much", many);
    expect(await suggest("mosc", { host })).toHaveLength(10);
    const all = await suggest("mosc", { host, more: "&limit=50" });
    expect(all.map(({ text }) => text)).toEqual(
      Array.from({ length: 50 }, (_, nth) => `Moscow ${100 + nth}`),
    );
    expect(await suggest("mosc", { host, more: "&limit=3" })).toEqual(all.slice(0, 3));
  });

  it("finds nothing in what is no word, and refuses what is no query", async () => {
    for (const q of ["'", "%", "...", "zzzzzz", "\u{1F3E0}", "a".repeat(100)])
      expect(await suggest(q)).toEqual([]);
    for (const query of [
      "",
      "?q=",
      "?q=%20",
      `?q=${"a".repeat(101)}`,
      "?q=a&limit=0",
      "?q=a&limit=51",
      "?q=a&limit=x",
    ]) {
      const { status } = await lintel.call(`/api/search/autocomplete${query}`, { host: market.host });
      expect(`${query} ${status}`).toBe(`${query} 422`);
    }
  });
});
