import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import type { RawRecord } from "./import/field-reader.ts";

describe("searchListings: price_reduced_days", () => {
  let lintel: TestApp;
  let market: Market;
  // It is 15 June 2026.
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "reduced", []);
    await versions("TENTH", [500, "05-01"], [450, "06-10"]);
    await versions("RAISED", [400, "05-01"], [450, "06-10"]);
    await versions("BOTH", [450, "05-01"], [500, "06-05"], [460, "06-10"]);
    await versions("YOUNG", [500, "06-12", "2026-06-12"], [480, "06-14"]);
    await versions("HIDDEN", [500, "05-01"]);
    await version("HIDDEN", [490, "05-02"], { StandardStatus: "Hold" });
    await version("HIDDEN", [600, "05-10"], { StandardStatus: "Hold" });
    await version("HIDDEN", [500, "05-20"]);
  });
  afterAll(() => lintel.close());

  type Version = [price: number, day: string, listed?: string];
  const version = (ListingId: string, [price, day, listed]: Version, fields: RawRecord = {}) =>
    market.import([
      home({
        ListingId,
        ListPrice: price * 1000,
        ListingContractDate: listed ?? "2026-05-01",
        ModificationTimestamp: `2026-${day}T18:00:00Z`,
        ...fields,
      }),
    ]);
  const versions = async (id: string, ...all: Version[]) => {
    for (const each of all) await version(id, each);
  };
  const found = async (days: number) => (await market.ids(`price_reduced_days=${days}`)).sort();

  it("finds prices below those of so many days ago, and those of younger listings below their first", async () => {
    expect(await found(1)).toEqual([]);
    expect(await found(2)).toEqual(["YOUNG"]);
    expect(await found(5)).toEqual(["YOUNG"]);
    expect(await found(6)).toEqual(["BOTH", "TENTH", "YOUNG"]);
    expect(await found(10)).toEqual(["BOTH", "TENTH", "YOUNG"]);
    expect(await found(11)).toEqual(["TENTH", "YOUNG"]);
    expect(await found(3650)).toEqual(["TENTH", "YOUNG"]);
  });

  it("goes by the present day, without a write", async () => {
    lintel.clock.advance(2 * 86_400_000);
    try {
      expect(await found(6)).toEqual(["YOUNG"]);
      expect(await found(8)).toEqual(["BOTH", "TENTH", "YOUNG"]);
    } finally {
      lintel.clock.advance(-2 * 86_400_000);
    }
  });

  it("learns of a version that comes late", async () => {
    await versions("LATE", [450, "06-10"]);
    expect(await found(14)).not.toContain("LATE");
    await version("LATE", [520, "06-01"], {
      OriginalListPrice: 450_000,
      PriceChangeTimestamp: "2026-06-01T12:00:00Z",
    });
    await lintel.services.listings.index.catchUp();
    expect(await found(14)).toContain("LATE");
  });

  it("has near misses of more days without those that were reduced only since", async () => {
    await versions("EARLIER", [500, "05-01"], [450, "06-05"]);
    expect(await found(10)).toEqual(["BOTH", "TENTH", "YOUNG"]);
    expect(await found(12)).toEqual(["EARLIER", "TENTH", "YOUNG"]);
    const { body } = await market.get("/api/properties?price_reduced_days=10&near_misses=true");
    expect(body.near_misses).toEqual([]);
  });

  it("finds nothing of a source that hides its history", async () => {
    const admin = await lintel.createKey("admin");
    const put = (body: object) =>
      lintel.call("/api/admin/sources/reduced/rules", { method: "PUT", key: admin, body });
    await put({ show_history: false });
    expect(await found(10)).toEqual([]);
    await put({ show_history: true });
    expect(await found(10)).toContain("TENTH");
  });
});
