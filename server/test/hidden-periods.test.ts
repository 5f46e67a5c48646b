import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RawRecord } from "../src/listings/index.ts";
import { indexListings } from "../src/search/index.ts";
import { home, type Market, openMarket } from "./harness/market.ts";
import { readPdf, textOf } from "./harness/read-pdf.ts";
import { startTestApp, type TestApp } from "./harness/test-app.ts";

const PUBLIC = ["Active", "Pending", "Coming Soon", "Active Under Contract"] as const;
const NEVER_PUBLIC = ["Canceled", "Delete", "Expired", "Hold", "Incomplete", "Withdrawn"] as const;
const LIVES = 30;

/** What the feed says of one listing on one day. */
const version = fc.record({
  status: fc.constantFrom(...PUBLIC, ...NEVER_PUBLIC),
  displayed: fc.boolean(),
  newPrice: fc.boolean(),
  /** The feed's own time of the change may lie some days before. */
  changedDaysBefore: fc.constantFrom(null, 0, 1),
});
const lives = fc.sample(fc.array(version, { minLength: 2, maxLength: 7 }), { numRuns: LIVES, seed: 17 });

type Version = { record: RawRecord; price: number; isHidden: boolean };

/** Every price is told apart from all others; the last version is for the public. */
function versionsOf(life: (typeof lives)[number], nth: number): Version[] {
  let price = 0;
  return [...life, { status: "Active" as const, displayed: true, newPrice: true, changedDaysBefore: 1 }].map(
    ({ status, displayed, newPrice, changedDaysBefore }, at) => {
      const before = price;
      if (newPrice || at === 0) price = 300_000 + nth * 1000 + at * 17 + 3;
      const time = (day: number) => `2026-06-${String(day).padStart(2, "0")}T10:00:00Z`;
      return {
        price,
        isHidden: !displayed || (NEVER_PUBLIC as readonly string[]).includes(status),
        record: home({
          ListingId: `LIFE-${nth}`,
          StandardStatus: status,
          InternetEntireListingDisplayYN: displayed,
          ListPrice: price,
          ...(before > 0 && { PreviousListPrice: before }),
          ModificationTimestamp: time(at + 3),
          ...(changedDaysBefore !== null && { PriceChangeTimestamp: time(at + 3 - changedDaysBefore) }),
          UnparsedAddress: `${100 + nth} Alder Way`,
          Latitude: 43.6 + nth / 1000,
          Longitude: -116.2,
          PublicRemarks: "A house with a workshop.",
        }),
      };
    },
  );
}

describe("Periods in which a listing was not for the public", () => {
  let lintel: TestApp;
  let market: Market;
  const histories = lives.map(versionsOf);
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "hidden", []);
    for (let at = 0; at < 8; at++) {
      await market.import(
        histories.flatMap((versions) => versions.slice(at, at + 1).map(({ record }) => record)),
      );
    }
    await lintel.services.listings.index.catchUp();
    await indexListings(lintel.ctx);
  }, 120_000);
  afterAll(() => lintel.close());

  const post = (path: string, body: object) => lintel.call(path, { host: market.host, method: "POST", body });

  it("leave nothing in any public answer: no status that is never public, and no price of theirs", async () => {
    const texts: [string, string][] = [];
    const take = async (path: string) => {
      const reply = await market.get(path);
      expect(reply.status, `${path}: ${reply.text}`).toBe(200);
      texts.push([path, reply.text]);
    };
    await take("/api/properties?state=any&page_size=100");
    await take("/api/properties?state=any&sort_by=list_price&sort_order=asc&page_size=100");
    await take("/api/search/autocomplete?q=alder&limit=50");
    await take("/api/properties/cities/list");
    for (const nth of histories.keys()) {
      await take(`/api/properties/LIFE-${nth}`);
      await take(`/api/properties/LIFE-${nth}/history`);
      await take(`/api/properties/LIFE-${nth}/nearby?limit=50`);
    }
    for (const [path, body] of [
      ["semantic", { query: "house with a workshop", limit: 100, explain: true }],
      ["semantic", { query: "under 900k", limit: 100 }],
      ["multimodal", { query: "house with a workshop", limit: 100, include_images: true }],
      ["compare", { query: "house with a workshop", limit: 100 }],
    ] as const) {
      const reply = await post(`/api/search/${path}`, body);
      expect(reply.status, reply.text).toBe(200);
      texts.push([path, reply.text]);
    }
    const shown = new Set(
      histories.flatMap((each) => each.filter((one) => !one.isHidden).map(({ price }) => price)),
    );
    const hidden = histories
      .flatMap((each) => each.map(({ price }) => price))
      .filter((price) => !shown.has(price));
    expect(hidden.length).toBeGreaterThan(LIVES);
    const secrets = hidden.flatMap((price) => [String(price), price.toLocaleString("en-US")]);
    for (const [path, text] of texts) {
      expect(
        secrets.filter((each) => text.includes(each)),
        path,
      ).toEqual([]);
      expect(
        NEVER_PUBLIC.filter((status) => text.includes(`"${status}"`)),
        path,
      ).toEqual([]);
    }
  });

  it("hide no price change between two versions that the public saw, and no return", async () => {
    let changes = 0;
    for (const [nth, versions] of histories.entries()) {
      const { body } = await market.get(`/api/properties/LIFE-${nth}`);
      const history = body.history as { event: string; date: string; price: number; status: string }[];
      const prices = history.filter(({ event }) => event === "price_changed").map(({ price }) => price);
      for (const [at, { price, isHidden }] of versions.entries()) {
        const before = versions[at - 1];
        if (!before || before.isHidden || isHidden || before.price === price) continue;
        changes++;
        expect(prices, `LIFE-${nth}: ${JSON.stringify(history)}`).toContain(price);
      }
      expect(history[0]?.status, `LIFE-${nth}: ${JSON.stringify(history)}`).not.toBe("Off Market");
    }
    expect(changes).toBeGreaterThan(10);
  });

  it("end with the return, though all of it happened on one day at one price", async () => {
    const at = (hour: number, StandardStatus: string, ListPrice = 500_000) =>
      home({
        ListingId: "DAY",
        StandardStatus,
        ListPrice,
        ModificationTimestamp: `2026-06-02T${String(hour).padStart(2, "0")}:00:00Z`,
      });
    const versions = [at(8, "Pending"), at(9, "Active"), at(10, "Hold"), at(11, "Active")];
    for (const version of versions) await market.import([version]);
    await market.import([
      home({ ListingId: "DAY", ListPrice: 490_000, ModificationTimestamp: "2026-06-05T10:00:00Z" }),
    ]);
    const { body } = await market.get("/api/properties/DAY");
    const history = body.history.map(({ price, status }: { price: number; status: string }) => [
      price,
      status,
    ]);
    expect(history.slice(0, 3)).toEqual([
      [490_000, "Active"],
      [500_000, "Active"],
      [500_000, "Off Market"],
    ]);
    // The same in one file, which changes nothing a second time.
    const inOneFile = versions.map((version) => ({
      ...(version as object),
      ListingId: "DAY-2",
      ListingKey: "DAY-2",
    }));
    await market.import(inOneFile as RawRecord[]);
    const once = (await market.get("/api/properties/DAY-2")).body.history;
    expect(once.map(({ status }: { status: string }) => status).slice(0, 2)).toEqual([
      "Active",
      "Off Market",
    ]);
    await market.import(inOneFile as RawRecord[]);
    expect((await market.get("/api/properties/DAY-2")).body.history).toEqual(once);
  });

  it("do not begin with an older version that arrives late", async () => {
    const version = (day: number, fields: RawRecord) =>
      home({
        ListingId: "LATE",
        ModificationTimestamp: `2026-06-${String(day).padStart(2, "0")}T10:00:00Z`,
        ...fields,
      });
    await market.import([version(10, { ListPrice: 500_000 })]);
    await market.import([
      version(5, {
        StandardStatus: "Hold",
        ListPrice: 520_000,
        OriginalListPrice: 530_000,
        PriceChangeTimestamp: "2026-06-05T10:00:00Z",
      }),
    ]);
    await market.import([version(12, { ListPrice: 490_000 })]);
    const { body } = await market.get("/api/properties/LATE");
    expect(body.history[0]).toEqual({
      event: "price_changed",
      date: "2026-06-12",
      price: 490_000,
      status: "Active",
    });
    expect(JSON.stringify(body.history)).not.toContain("520000");
  });

  it("end with a sale whose day the feed does not say", async () => {
    for (const [day, StandardStatus] of [
      [1, "Active"],
      [2, "Withdrawn"],
      [3, "Closed"],
    ] as const) {
      const ModificationTimestamp = `2026-06-0${day}T10:00:00Z`;
      await market.import([
        home({ ListingId: "SOLD", StandardStatus, ListPrice: 500_000, ModificationTimestamp }),
      ]);
    }
    const { body } = await market.get("/api/properties/SOLD");
    expect([body.status, body.sold_date]).toEqual(["Sold", null]);
    expect(body.history.slice(0, 2).map(({ status }: { status: string }) => status)).toEqual([
      "Sold",
      "Off Market",
    ]);
  });

  it("leave nothing in brochures", async () => {
    for (const nth of [0, 1, 2]) {
      const reply = await lintel.app.inject({
        url: `/api/properties/LIFE-${nth}/pdf`,
        headers: { host: market.host },
      });
      expect(reply.statusCode, reply.body).toBe(200);
      const text = textOf((await readPdf(reply.rawPayload)).pages);
      const versions = histories[nth] as Version[];
      const shown = versions.filter(({ isHidden }) => !isHidden).map(({ price }) => price);
      for (const { price } of versions) {
        if (!shown.includes(price)) expect(text).not.toContain(price.toLocaleString("en-US"));
      }
      expect(NEVER_PUBLIC.filter((status) => text.includes(status))).toEqual([]);
    }
  });

  it("read Off Market once, for every reason, and the return has the price that all can see", async () => {
    const day = (at: number, fields: RawRecord) =>
      home({
        ListingId: "TOLD",
        ListPrice: 500_000,
        ModificationTimestamp: `2026-06-0${at}T10:00:00Z`,
        ...fields,
      });
    for (const record of [
      day(1, {}),
      day(2, { StandardStatus: "Hold", ListPrice: 510_000 }),
      day(3, { StandardStatus: "Withdrawn", ListPrice: 520_000 }),
      day(4, { ListPrice: 530_000, PriceChangeTimestamp: "2026-06-03T10:00:00Z" }),
      day(5, { ListPrice: 540_000, InternetEntireListingDisplayYN: false }),
      day(6, { ListPrice: 540_000 }),
      day(7, { ListPrice: 535_000 }),
    ]) {
      await market.import([record]);
    }
    const { body } = await market.get("/api/properties/TOLD");
    expect(body.history).toEqual([
      { event: "price_changed", date: "2026-06-07", price: 535_000, status: "Active" },
      { event: "status_changed", date: "2026-06-04", price: 530_000, status: "Active" },
      { event: "status_changed", date: "2026-06-02", price: 500_000, status: "Off Market" },
      { event: "listed", date: "2026-06-01", price: 500_000, status: "Active" },
    ]);
    const rows = await lintel.database.db
      .selectFrom("listing_history")
      .innerJoin("listings", "listings.id", "listing_history.listing_id")
      .where("listings.listing_id", "=", "TOLD")
      .select("listing_history.price")
      .execute();
    expect(rows.map(({ price }) => price)).toEqual(expect.arrayContaining([510_000, 520_000, 540_000]));
  });
});
