import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { watchStatements } from "../../../test/harness/statements.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { type CardRow, cardsById } from "../cards/cards-by-id.sql.ts";
import { ListingCards } from "../cards/listing-cards.ts";
import { importRecords } from "./import-records.ts";
import { readReso } from "./read-reso.ts";

describe("searches during an import", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "busy", [home({ ListingId: "first" })]);
  });
  afterAll(() => lintel.close());

  const photo = (url: string) => ({ MediaURL: url });
  async function* text(records: object[]) {
    for (const record of records) yield `${JSON.stringify(record)}\n`;
  }

  it("find what has just been stored without a query", async () => {
    const records = Array.from({ length: 400 }, (_, at) =>
      home({
        ListingId: `b${at}`,
        ListingContractDate: "2026-06-10",
        Media: [photo(`https://p.test/${at}.jpg`)],
      }),
    );
    await market.search();
    const statements = watchStatements(lintel);
    let pages = 0;
    try {
      await importRecords(lintel.ctx, readReso(text(records)), {
        source: "busy",
        onBatch: async ({ read }) => {
          await lintel.ctx.listings.index.catchUp();
          const { total, items } = await market.search("page_size=20");
          expect(total).toBeGreaterThanOrEqual(Math.min(read, 1));
          expect(items).toHaveLength(Math.min(20, total));
          pages++;
        },
      });
      expect(pages).toBeGreaterThan(1);
      expect(statements.sent().filter((sql) => /listings|listing_photos/.test(sql))).toEqual([]);
    } finally {
      statements.close();
    }
  });

  it("get the cards that the database would give", async () => {
    const odd = [
      home({ ListingId: "o1", ListPrice: 123_456.785, BathroomsTotalDecimal: 2.345, BathroomsFull: null }),
      home({
        ListingId: "o2",
        ListPrice: 0.005,
        LotSizeAcres: 0.1 + 0.2,
        Latitude: 43.123_456_789,
        Longitude: -116.1,
      }),
      home({
        ListingId: "o3",
        DaysOnMarket: 12,
        StandardStatus: "Closed",
        CloseDate: "2026-05-01",
        ClosePrice: 1,
      }),
      home({
        ListingId: "o4",
        InternetAddressDisplayYN: false,
        Media: [photo("https://p.test/b.jpg"), photo("https://p.test/a.jpg")],
      }),
      home({ ListingId: "o5", InternetEntireListingDisplayYN: false }),
      home({ ListingId: "o6", StandardStatus: "Withdrawn" }),
      home({
        ListingId: "b1",
        ListPrice: 7,
        Media: [photo("https://p.test/1.jpg"), photo("https://p.test/0.jpg")],
      }),
    ];
    const cards = new RecordedCards("http://localhost", lintel.services.listings.sources);
    const ctx = { ...lintel.ctx, listings: { ...lintel.ctx.listings, cards } };
    await importRecords(ctx, readReso(text(odd)), { source: "busy" });
    expect(cards.rows).toHaveLength(5);
    const stored = await cardsById(
      lintel.database.db,
      cards.rows.map(({ id }) => id),
    );
    const byId = (rows: CardRow[]) => rows.toSorted((a, b) => a.id - b.id);
    expect(byId(cards.rows)).toEqual(byId(stored));
  });
});

class RecordedCards extends ListingCards {
  rows: CardRow[] = [];

  override remember(rows: CardRow[]): void {
    this.rows.push(...rows);
    super.remember(rows);
  }
}
