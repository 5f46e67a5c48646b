import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { SeededRandom } from "../../../test/search-oracle/seeded-random.ts";
import type { RawRecord } from "../index.ts";
import { naiveMonths, type Seen } from "./naive-market.fixture.ts";

const SEED = Number(process.env.SEED ?? 20261124);
const LISTINGS = Number(process.env.LISTINGS ?? 400);

describe("getMarketStats", () => {
  let lintel: TestApp;
  let market: Market;
  let key: string;
  /** Prices of sales, which details show in the history alone. */
  let closePrices: Map<string, number>;
  beforeAll(async () => {
    lintel = await startTestApp();
    key = await lintel.createKey("admin");
    const random = new SeededRandom(SEED);
    const lives = Array.from({ length: LISTINGS }, (_, nth) => randomLife(`M-${nth}`, random));
    market = await openMarket(lintel, "market", []);
    for (let version = 0; version < 4; version++) {
      await market.import(lives.flatMap((life) => life.slice(version, version + 1)));
    }
    closePrices = new Map(
      lives.flatMap((life) => {
        const { ListingId, ClosePrice } = life.at(-1) as RawRecord;
        return typeof ClosePrice === "number" ? [[ListingId as string, ClosePrice] as const] : [];
      }),
    );
  }, 120_000);
  afterAll(() => lintel.close());

  const stats = async (query: string) => {
    const reply = await market.get(`/api/market-stats?${query}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body.months as ReturnType<typeof naiveMonths>;
  };
  const rules = async (set: object) => {
    const path = `/api/admin/sources/${market.source}/rules`;
    const { status } = await lintel.call(path, { method: "PUT", key, body: set });
    expect(status).toBe(200);
    await lintel.services.listings.index.catchUp();
  };
  /** What visitors can read, one listing after another. */
  const seen = async (filters: string): Promise<Seen[]> => {
    const found: Seen[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { items, total_pages } = await market.search(`${filters}&page_size=100&page=${page}`);
      pages = total_pages;
      for (const { listing_id } of items) {
        const { body } = await market.get(`/api/properties/${listing_id}`);
        found.push({ ...body, close_price: closePrices.get(listing_id) ?? null });
      }
    }
    return found;
  };
  const today = () => lintel.clock.now();

  it.each([
    ["county=Ada", "county=Ada&property_type=Residential", 24],
    ["city=Boise,Eagle&months=36", "city=Boise,Eagle&property_type=Residential", 36],
    ["zip=83701&property_type=Land", "zip=83701&property_type=Land", 24],
    ["county=Ada&property_type=Residential,Land&months=1", "county=Ada", 1],
  ])("equals a count of what visitors can read: %s", async (query, filters, months) => {
    const listings = await seen(filters);
    expect(listings.length).toBeGreaterThan(10);
    expect(await stats(query)).toEqual(naiveMonths(listings, months, today()));
  });

  it("equals it inside a polygon, which lifts the default of the state", async () => {
    const ring = [
      [-116.3, 43.5],
      [-116.15, 43.5],
      [-116.15, 43.7],
      [-116.3, 43.7],
      [-116.3, 43.5],
    ];
    const polygon = `polygon=${encodeURIComponent(JSON.stringify({ type: "Polygon", coordinates: [ring] }))}`;
    const listings = await seen(`${polygon}&property_type=Residential`);
    expect(listings.some(({ state }) => state === "OR")).toBe(true);
    expect(await stats(polygon)).toEqual(naiveMonths(listings, 24, today()));
  });

  it("has months in a row up to the current one, oldest first", async () => {
    const months = (await stats("county=Ada&months=14")).map(({ month }) => month);
    expect(months).toHaveLength(14);
    expect([months[0], months[1], months.at(-2), months.at(-1)]).toEqual([
      "2025-05",
      "2025-06",
      "2026-05",
      "2026-06",
    ]);
  });

  it("counts nothing that its source hides", async () => {
    const query = "county=Ada&months=36";
    const all = await stats(query);
    const sumOf = (months: typeof all, of: (month: (typeof all)[number]) => number) =>
      months.reduce((sum, month) => sum + of(month), 0);
    for (const [set, reset, counted] of [
      [{ show_sold: false }, { show_sold: true }, ({ sold }) => sold],
      [{ fields_hidden: ["sold_date"] }, { fields_hidden: [] }, ({ sold }) => sold],
      [{ fields_hidden: ["list_price"] }, { fields_hidden: [] }, (month) => month.median_list_price.n],
      [{ fields_hidden: ["list_price"] }, { fields_hidden: [] }, (month) => month.median_sold_price.n],
      [{ show_history: false }, { show_history: true }, (month) => month.median_sold_price.n],
      [{ fields_hidden: ["list_date"] }, { fields_hidden: [] }, (month) => month.new],
      [
        { show_days_on_market: false },
        { show_days_on_market: true },
        (month) => month.median_days_on_market.n,
      ],
      [{ fields_hidden: ["sqft"] }, { fields_hidden: [] }, (month) => month.median_price_per_sqft.n],
    ] as [object, object, (month: (typeof all)[number]) => number][]) {
      expect(sumOf(all, counted)).toBeGreaterThan(0);
      await rules(set);
      expect(sumOf(await stats(query), counted), JSON.stringify(set)).toBe(0);
      await rules(reset);
      expect(await stats(query)).toEqual(all);
    }
  });

  it("counts no listing of a source that another brokerage subscribes to", async () => {
    const other = await openMarket(lintel, "elsewhere", []);
    const { body } = await other.get("/api/market-stats?county=Ada&months=1");
    expect(body.months[0]).toMatchObject({ new: 0, sold: 0, active: 0, months_of_supply: null });
  });

  it("has a listing that has just been imported", async () => {
    const activeNow = async () => (await stats("city=Kuna&months=1"))[0]?.active;
    const before = (await activeNow()) as number;
    await market.import([home({ ListingId: "new", City: "Kuna" })]);
    expect(await activeNow()).toBe(before + 1);
  });

  it("counts once for all equal requests that wait for their turn", async () => {
    const { statistics, market: facts } = lintel.services.listings;
    const turn = Promise.withResolvers<void>();
    const busy = statistics.queue.run("another caller", new AbortController().signal, () => turn.promise);
    const of = vi.spyOn(facts, "of");
    const requests = Array.from({ length: 8 }, () => stats("county=Ada&months=7"));
    await expect.poll(() => statistics.queue.waiting).toBe(8);
    turn.resolve();
    await busy;
    const [first, ...others] = await Promise.all(requests);
    for (const other of others) expect(other).toEqual(first);
    const read = of.mock.calls.map(([id]) => id);
    of.mockRestore();
    expect(read.length).toBeGreaterThan(10);
    expect(read).toHaveLength(new Set(read).size);
  });

  it("answers 304 to a caller who has the reply", async () => {
    const path = "/api/market-stats?county=Ada";
    const { headers } = await market.get(path);
    const again = { host: market.host, headers: { "if-none-match": String(headers.etag) } };
    expect((await lintel.call(path, again)).status).toBe(304);
  });

  it.each(["months=0", "months=121", "months=1.5", "property_type=House", "polygon=x", "min_price=1"])(
    "refuses %s",
    async (query) => {
      const { status, body } = await market.get(`/api/market-stats?${query}`);
      expect([status, body.detail[0].loc]).toEqual([422, ["query", query.split("=", 1)[0]]]);
    },
  );
});

const DAY_MS = 86_400_000;
const START = Date.parse("2023-07-01");

/** The versions of a listing: listed, mostly with a new price or status, and often sold or withdrawn for a while. */
function randomLife(ListingId: string, random: SeededRandom): RawRecord[] {
  const day = (nth: number) => new Date(START + nth * DAY_MS).toISOString().slice(0, 10);
  const listed = random.integer(0, 1000);
  const price = random.integer(200, 900) * 1000;
  const base = home({
    ListingId,
    City: random.pick(["Boise", "Eagle", "Kuna"]),
    CountyOrParish: random.pick(["Ada", "Ada", "Canyon"]),
    PostalCode: random.pick(["83701", "83702"]),
    PropertyType: random.pick(["Residential", "Residential", "Land"]),
    StateOrProvince: random.chance(0.1) ? "OR" : "ID",
    ListPrice: price,
    LivingArea: random.chance(0.1) ? null : random.integer(800, 3000),
    ListingContractDate: random.chance(0.05) ? null : day(listed),
    Latitude: random.chance(0.1) ? null : random.decimal(43.4, 43.8, 4),
    Longitude: random.decimal(-116.4, -116.1, 4),
  });
  const at = (nth: number) => ({ ModificationTimestamp: `${day(nth)}T10:00:00Z` });
  const versions: RawRecord[] = [{ ...base, ...at(listed) }];
  let [now, reduced] = [listed, price];
  if (random.chance(0.4)) {
    reduced = Math.round(price * 0.95);
    now += random.integer(1, 40);
    versions.push({ ...base, ListPrice: reduced, ...at(now) });
  }
  if (random.chance(0.3)) {
    const StandardStatus = random.pick(["Pending", "Withdrawn", "Active Under Contract", "Hold"]);
    const before = now;
    now += random.integer(1, 40);
    const cheaper = random.chance(0.5) && {
      PriceChangeTimestamp: at(random.integer(before + 1, now)).ModificationTimestamp,
    };
    if (cheaper) reduced -= 5000;
    versions.push({ ...base, ListPrice: reduced, StandardStatus, ...cheaper, ...at(now) });
  }
  now += random.integer(0, 60);
  if (random.chance(0.6) && now < 1070) {
    versions.push({
      ...base,
      ListPrice: reduced,
      StandardStatus: "Closed",
      CloseDate: day(now),
      ...(random.chance(0.9) && { ClosePrice: random.integer(180, 900) * 1000 }),
      ...at(now),
    });
  } else if (random.chance(0.5)) versions.push({ ...base, ListPrice: reduced, ...at(now + 1) });
  return versions;
}
