import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPublic } from "../../src/listings/statuses.ts";
import { home } from "../harness/market.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { fillMarket } from "../stalls/fill-market.ts";

// `npm run prove cursor-pages` reads 100,000.
const LISTINGS = Number(process.env.LISTINGS ?? 2000);
const PAGE = Math.min(100, LISTINGS / 100);
/** Between pages, as of a reader. */
const READ_MS = 5;
/** The index has a change so long after its commit at the latest. */
const FOLLOWED_MS = 1000;
/** Every fifth of a second four listings change: twenty a second. */
const CHANGES = 4;
const PAUSE_MS = 200;
const HOUR = 3_600_000;

describe(`Reading ${LISTINGS} listings by cursor while they change`, { timeout: HOUR }, () => {
  let lintel: TestApp;
  let brokerage: number;
  const random = new SeededRandom(22);
  /** When the last change of each listing was in the index, by id; Infinity while it is stored. */
  const changedAt = new Map<string, number>();
  let isReading = true;
  let writer: Promise<void>;

  beforeAll(async () => {
    lintel = await startTestApp();
    ({ id: brokerage } = await lintel.createTenant("pages"));
    await fillMarket(lintel, LISTINGS);
    await lintel.app.listen({ port: 0, host: "127.0.0.1" });
    writer = changeListings();
  }, HOUR);
  afterAll(async () => {
    isReading = false;
    await writer;
    await lintel.close();
  });

  async function changeListings(): Promise<void> {
    for (let next = LISTINGS; isReading; await delay(PAUSE_MS)) {
      const records = Array.from({ length: CHANGES }, (_, nth) => {
        // Those of the source have even numbers.
        const id = nth === 0 ? ++next : 2 * random.integer(1, LISTINGS / 2);
        changedAt.set(`MLS-${id}`, Infinity);
        return home({
          ListingId: `MLS-${id}`,
          ListingKey: `key-${id}`,
          ListPrice: random.integer(100_000, 2_000_000),
          BedroomsTotal: random.integer(1, 6),
          ListingContractDate: `2025-0${random.integer(1, 9)}-1${random.integer(0, 9)}`,
          StandardStatus: nth === 1 ? "Withdrawn" : "Active",
        });
      });
      await lintel.importListings("one", records);
      for (const { ListingId } of records) changedAt.set(String(ListingId), performance.now() + FOLLOWED_MS);
    }
  }

  it.each([
    ["sort_by=list_date", sql`true`],
    ["sort_by=list_price&sort_order=asc", sql`true`],
    ["sort_by=beds&sort_order=desc", sql`true`],
    ["sort_by=sqft&sort_order=asc&max_price=1500000", sql`list_price <= 1500000`],
  ])("%s misses and repeats none that did not change", async (query, condition) => {
    const started = performance.now();
    const read = await everyListing(query);
    const { rows } = await sql<{ listing_id: string }>`
      select listing_id from listings where ${isPublic} and ${condition}`.execute(lintel.database.db);
    const isSteady = (id: string) => (changedAt.get(id) ?? -Infinity) < started;
    const there = rows.map(({ listing_id }) => listing_id);
    expect(read.filter(isSteady).sort()).toEqual(there.filter(isSteady).sort());
    expect(there.filter((id) => !isSteady(id)).length).toBeGreaterThan(0);
    expect(read.length).toBeGreaterThan(LISTINGS / 2);
  });

  async function everyListing(query: string): Promise<string[]> {
    const { port } = lintel.app.server.address() as AddressInfo;
    const ids: string[] = [];
    for (let cursor = ""; ; ) {
      const url = `http://127.0.0.1:${port}/api/properties?brokerage_id=${brokerage}&state=any&page_size=${PAGE}&${query}${cursor}`;
      const reply = await fetch(url);
      expect(reply.status).toBe(200);
      const { items, next_cursor } = (await reply.json()) as {
        items: { listing_id: string }[];
        next_cursor: string | null;
      };
      ids.push(...items.map(({ listing_id }) => listing_id));
      if (next_cursor === null) return ids;
      cursor = `&cursor=${next_cursor}`;
      await delay(READ_MS);
    }
  }
});
