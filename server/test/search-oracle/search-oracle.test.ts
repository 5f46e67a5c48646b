import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { firstDifference } from "./first-difference.ts";
import { changeKingCounty, type KingCounty, loadKingCounty } from "./king-county.ts";
import { countedFacets, wrongFacet } from "./naive-facets.ts";
import { nearMissTotals } from "./naive-near-misses.ts";
import { type Card, naiveScan, publicListings, type Shown } from "./naive-scan.ts";
import { type Query, randomQuery } from "./random-queries.ts";
import { type Answer, isBox, isRadius, pageAndOrder, type Search, searchPath } from "./search.ts";
import { SeededRandom } from "./seeded-random.ts";
import { sqlOracle } from "./sql-oracle.ts";

// `npm run prove filters` makes 2,000 searches and counts the facets of each; others with SEED.
const SEED = Number(process.env.SEED ?? 20260615);
const SEARCHES = Number(process.env.SEARCHES ?? 150);
/** Of the county's sales: all of them in the long version. */
const NTH_SALE = process.env.SEARCHES ? 1 : 3;
/** A scan in SQL takes some 20 ms. */
const SEARCHES_IN_SQL = SEARCHES / 5;
/** Nine scans each. */
const FACETED_SEARCHES = Number(process.env.FACETED_SEARCHES ?? Math.ceil(SEARCHES / 8));
const MINUTES = 60_000;
const TIMEOUT = Math.max(10, SEARCHES / 20) * MINUTES;

type Oracle = (query: Query) => Answer<{ listing_id: string }> | Promise<Answer<{ listing_id: string }>>;

describe(`Listing search, held against independent oracles (seed ${SEED})`, { timeout: TIMEOUT }, () => {
  const random = new SeededRandom(SEED + 1);
  let lintel: TestApp;
  let county: KingCounty;
  let queries: Query[];
  let answers: Map<Query, Answer<Card>>;
  let visible: Map<number, Shown[]>;

  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "off" });
    lookAt(await loadKingCounty(lintel, SEED, NTH_SALE));
    queries = randomQueries(SEARCHES);
    answers = new Map(queries.map((query) => [query, plainScan(query)]));
  }, TIMEOUT);
  afterAll(() => lintel.close());

  it(`answers ${SEARCHES} random searches as a plain scan of the rows does`, async () => {
    await expectAgreement(queries, (query) => answers.get(query)!);
  });

  it(`answers ${SEARCHES_IN_SQL} of them as one SQL query on the table does`, async () => {
    await expectAgreement(queries.slice(0, SEARCHES_IN_SQL), inSql);
  });

  it(`counts the facets of ${FACETED_SEARCHES} of them as scans do`, async () => {
    const differences: string[] = [];
    for (const { path, host, search, subscriber } of queries.slice(0, FACETED_SEARCHES)) {
      const { body } = await lintel.call(`${path}&facets=${countedFacets}`.replace("?&", "?"), { host });
      const wrong = wrongFacet(visible.get(subscriber.id) ?? [], search, body.facets);
      if (wrong) differences.push(`GET ${path}: ${wrong}`);
    }
    expect(differences).toEqual([]);
  });

  it("proposes the changes of searches with few matches that scans find best", async () => {
    const differences: string[] = [];
    let proposed = 0;
    for (const query of queries) {
      const { path, host, search, subscriber } = query;
      if ((answers.get(query)?.total ?? 0) >= 10) continue;
      const { body } = await lintel.call(`${path}&near_misses=true`.replace("?&", "?"), { host });
      const totals = body.near_misses.map(({ total }: { total: number }) => total);
      const expected = nearMissTotals(visible.get(subscriber.id) ?? [], search);
      proposed += expected.length;
      if (totals.join() !== expected.join())
        differences.push(`GET ${path}: ${JSON.stringify(body.near_misses)}, not ${expected}`);
    }
    expect(differences).toEqual([]);
    expect(proposed).toBeGreaterThan(SEARCHES / 10);
  });

  it("is asked searches that find much, little and nothing, everywhere", () => {
    const found = [...answers].map(([{ search }, answer]) => ({ search, ...answer }));
    const share = (of: (each: (typeof found)[number]) => boolean) => found.filter(of).length / SEARCHES;
    expect(share(({ items }) => items.length > 1)).toBeGreaterThan(0.45);
    expect(share(({ total }) => total === 0)).toBeGreaterThan(0.05);
    expect(share(({ items, total }) => items.length === 0 && total > 0)).toBeGreaterThan(0.05);
    expect(share(({ items, search }) => isRadius(search) && items.length > 1)).toBeGreaterThan(0.08);
    expect(share(({ items, search }) => isBox(search) && items.length > 1)).toBeGreaterThan(0.05);
    expect(
      share(({ items, page, page_size }) => items.length > 0 && page * page_size > 2000),
    ).toBeGreaterThan(0.02);
    expect(share(({ items, search }) => hasTie(items, search))).toBeGreaterThan(0.3);
    expect(share(({ items }) => items.some((item) => item.address === null))).toBeGreaterThan(0.2);
  });

  it("shows every listing of a sorted search exactly once over all its pages", async () => {
    const seattle = { center_lat: 47.6, center_lng: -122.3, state: "any" };
    await expectPagesToHoldAll({ state: "any", sort_by: "list_price", sort_order: "asc", page_size: 100 });
    await expectPagesToHoldAll({ state: "any", sort_by: "beds", sort_order: "desc", page_size: 100 });
    await expectPagesToHoldAll({ state: "wa", status: ["sold"], sort_by: "baths", page_size: 37 });
    await expectPagesToHoldAll({ page_size: 50 });
    await expectPagesToHoldAll({ ...seattle, radius_miles: 5 });
    await expectPagesToHoldAll({ ...seattle, radius_miles: 50, sort_order: "desc", page_size: 99 });
  });

  it("goes on agreeing with the scan while listings change, come and go", async () => {
    for (const day of [1, 2]) {
      lookAt(await changeKingCounty(lintel, county, SEED + day));
      await expectAgreement(randomQueries(SEARCHES / 5), plainScan);
    }
  });

  it("agrees with the scan when the index is built anew from the table", async () => {
    await lintel.services.listings.index.stop();
    await lintel.services.listings.index.start();
    await expectAgreement(randomQueries(SEARCHES / 3), plainScan);
    lookAt(await changeKingCounty(lintel, county, SEED + 3));
    await expectAgreement(randomQueries(SEARCHES / 5), plainScan);
  });

  function lookAt(present: KingCounty): void {
    county = present;
    visible = new Map(
      county.subscribers.map(({ id, sourceIds }) => [
        id,
        publicListings(county.rows, sourceIds, lintel.ctx.clock.now()),
      ]),
    );
  }

  function randomQueries(count: number): Query[] {
    return Array.from({ length: Math.ceil(count) }, () => randomQuery(county, random));
  }

  function plainScan({ search, subscriber }: Query): Answer<Card> {
    return naiveScan(visible.get(subscriber.id) ?? [], search);
  }

  function inSql({ search, subscriber }: Query) {
    return sqlOracle(lintel.database.db, search, {
      brokerageId: subscriber.id,
      now: lintel.ctx.clock.now(),
    });
  }

  /** Shows a few of the differences: one cause mostly has many. */
  async function expectAgreement(queries: Query[], oracle: Oracle): Promise<void> {
    const differences: string[] = [];
    for (const query of queries) {
      const reply = await lintel.call(query.path, { host: query.host });
      const difference = firstDifference(query, reply, await oracle(query));
      if (difference) differences.push(difference);
    }
    if (differences.length === 0) return;
    const some = differences.slice(0, 5).join("\n");
    expect.fail(`${differences.length} of ${queries.length} answers differ from the oracle's:\n${some}`);
  }

  async function expectPagesToHoldAll(search: Search): Promise<void> {
    const { id, host } = county.subscribers[0]!;
    const seen: string[] = [];
    // One page more than there are.
    for (let page = 1, pages = 1; page <= pages + 1; page++) {
      const { body } = await lintel.call(searchPath({ ...search, page }), { host });
      seen.push(...body.items.map((item: Shown) => item.listing_id));
      pages = body.total_pages;
    }
    const all = naiveScan(visible.get(id) ?? [], { ...search, page_size: Number.MAX_SAFE_INTEGER });
    expect(all.total).toBeGreaterThan(500);
    expect(seen, searchPath(search)).toEqual(all.items.map((item) => item.listing_id));
    expect(new Set(seen).size).toBe(seen.length);
  }
});

/** Two listings in a row that only their ids can order. */
function hasTie(items: Card[], search: Search): boolean {
  const { sortBy } = pageAndOrder(search);
  return items.some((item, at) => at > 0 && item[sortBy] === items[at - 1]?.[sortBy]);
}
