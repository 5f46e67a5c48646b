import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import {
  importRecords,
  momentOf,
  newestListingRevision,
  normaliseReso,
  SingleListing,
} from "../../server/src/listings/index.ts";
import type { Db } from "../../server/src/platform/database/database.ts";
import { matchChanges } from "../../server/src/saved-searches/index.ts";
import {
  type IndexedSearch,
  SavedSearchIndex,
} from "../../server/src/saved-searches/index-of-searches/saved-search-index.ts";
import { conditionsOfSearch, filtersAt } from "../../server/src/saved-searches/searches/criteria.ts";
import { ownContext, type Services } from "../../server/src/services.ts";
import { median, quantile } from "./quantile.ts";
import { syntheticListings } from "./synthetic-listings.ts";
import { syntheticSearch } from "./synthetic-searches.ts";
import { withProduct } from "./with-product.ts";

const SEARCHES = Number(process.env.SEARCHES ?? 100_000);
const SEARCHES_A_CLIENT = 10;
const LISTINGS = Number(process.env.LISTINGS ?? 20_000);
/** In the index alone, and of these, so many are compared with all searches. */
const COMPARED = 2000;
const COMPARED_WITH_ALL = 20;
/** Through PostgreSQL, in so many seconds. */
const CHANGES = Number(process.env.CHANGES ?? 1000);
const SECONDS = Number(process.env.SECONDS ?? 60);
const NOW = new Date("2026-06-15T12:00:00Z");

/** Changes of listings that find their saved searches: in memory beside running all of them, and from commit to ledger. */
export async function benchAlerts(): Promise<void> {
  const searches = Array.from({ length: SEARCHES }, (_, nth) => syntheticSearch(nth + 1, SEARCHES_A_CLIENT));
  benchIndex(searches);
  const server = process.env.DATABASE_URL;
  if (!server) {
    console.log("From commit to ledger: with a database, scripts/with-postgres.sh npm run bench alerts");
    return;
  }
  await withProduct(server, {}, (services) => benchLedger(services, searches));
}

function benchIndex(searches: readonly IndexedSearch[]): void {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const index = new SavedSearchIndex();
  const began = performance.now();
  for (const search of searches) index.put(structuredClone(search));
  const took = performance.now() - began;
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const bytes = heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers;
  console.log(
    `${SEARCHES} searches: ${(took / 1000).toFixed(1)} s to fill the index, ${Math.round(bytes / SEARCHES)} bytes a search`,
  );

  const moment = momentOf(NOW);
  const single = new SingleListing({} as ConstructorParameters<typeof SingleListing>[0]);
  const rows = [...syntheticListings(COMPARED)];
  const find = (row: (typeof rows)[number]): number[] => {
    single.setRow(row, new Set());
    return index
      .candidates(
        row,
        () => single.words,
        () => true,
      )
      .filter((search) => {
        const { keywords, ...conditions } = index.conditionsOf(search);
        return single.matches(filtersAt(conditions, moment, null), keywords);
      })
      .map(({ id }) => id);
  };
  for (const row of rows.slice(0, 200)) find(row);
  const times: number[] = [];
  let found = 0;
  for (const row of rows) {
    const start = performance.now();
    found += find(row).length;
    times.push(performance.now() - start);
  }

  const prepared = searches.map(({ id, filters, criteria }) => ({
    id,
    ...conditionsOfSearch(filters, criteria),
  }));
  const all: number[] = [];
  for (const row of rows.slice(0, COMPARED_WITH_ALL)) {
    const start = performance.now();
    single.setRow(row, new Set());
    const ids = prepared
      .filter(({ keywords, ...conditions }) => single.matches(filtersAt(conditions, moment, null), keywords))
      .map(({ id }) => id);
    all.push(performance.now() - start);
    const own = find(row).sort((a, b) => a - b);
    if (own.join() !== ids.join()) throw new Error(`listing ${row.id}: the index finds other searches`);
  }
  const micros = (values: readonly number[]) => Math.round(median(values) * 1000);
  console.log("a change of a listing | median | p95 | searches that match");
  console.log(
    `index of searches     | ${micros(times)} µs | ${Math.round(quantile(times, 0.95) * 1000)} µs | ${(found / COMPARED).toFixed(1)}`,
  );
  console.log(
    `running all of them   | ${micros(all)} µs | ${Math.round(median(all) / median(times))} × as long`,
  );
}

async function benchLedger(services: Services, searches: readonly IndexedSearch[]): Promise<void> {
  const ctx = ownContext(services, "bench");
  const { db } = services;
  const rows = [...syntheticListings(LISTINGS)].filter(({ status }) => status === "Active");
  const store = (changed: readonly (typeof rows)[number][]) => {
    const items = changed.map((row, nth) => normaliseReso(resoOf(row), nth + 1));
    return importRecords(ctx, Readable.from([items]), { source: "bench" });
  };
  for (let at = 0; at < rows.length; at += 2000) await store(rows.slice(at, at + 2000));
  const began = performance.now();
  await matchChanges(ctx);
  console.log(
    `${rows.length} listings noted without a search in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  await storeSearches(db, searches);

  const waiting: { revision: number; committed: number }[] = [];
  const times: number[] = [];
  let isChanging = true;
  const follow = async () => {
    while (isChanging || waiting.length > 0) {
      if (waiting.length === 0) {
        await delay(5);
        continue;
      }
      // As a job is woken: some changes are gathered.
      await delay(20);
      const known = waiting.length;
      await matchChanges(ctx);
      const now = performance.now();
      times.push(...waiting.splice(0, known).map(({ committed }) => now - committed));
    }
  };
  const following = follow();
  const start = performance.now();
  for (let nth = 0; nth < CHANGES; nth++) {
    await delay(Math.max(0, start + (nth * SECONDS * 1000) / CHANGES - performance.now()));
    const row = rows[(nth * 7919) % rows.length] as (typeof rows)[number];
    row.price = Math.round(row.price * (nth % 3 === 0 ? 1.02 : 0.97));
    await store([row]);
    waiting.push({ revision: await newestListingRevision(db), committed: performance.now() });
  }
  isChanging = false;
  await following;
  const minutes = (performance.now() - start) / 60_000;
  const { events, alerts } = await counts(db);
  console.log(
    `${Math.round(CHANGES / minutes)} changes a minute, ${SEARCHES} searches: commit to ledger p50 ${Math.round(median(times))} ms, ` +
      `p95 ${Math.round(quantile(times, 0.95))} ms, at most ${Math.round(Math.max(...times))} ms; ${events} events, ${alerts} mails`,
  );
}

function resoOf(row: ReturnType<typeof syntheticListings> extends Generator<infer Row> ? Row : never) {
  return {
    ListingKey: row.listingId,
    ListingId: row.listingId,
    StandardStatus: row.status,
    PropertyType: "Residential",
    ListPrice: row.price,
    BedroomsTotal: row.beds,
    BathroomsFull: Math.floor(row.baths),
    LivingArea: row.sqft,
    YearBuilt: row.yearBuilt,
    City: row.city,
    StateOrProvince: "ID",
    PostalCode: row.zip,
    CountyOrParish: row.county,
    Latitude: row.lat,
    Longitude: row.lng,
    ListingContractDate: "2026-06-01",
  };
}

async function storeSearches(db: Db, searches: readonly IndexedSearch[]): Promise<void> {
  await sql`
    insert into brokerages (slug, name) select 'bench-' || nth, 'Bench ' || nth from generate_series(1, 3) as nth`.execute(
    db,
  );
  await sql`
    insert into clients (brokerage_id, email, created_at)
    select brokerages.id, 'client-' || nth || '@bench.test', now()
    from generate_series(0, ${Math.ceil(searches.length / SEARCHES_A_CLIENT)}::integer) as nth
    join brokerages on brokerages.slug = 'bench-' || (1 + nth % 3)
    order by nth`.execute(db);
  const first = await db.selectFrom("clients").select(["id"]).orderBy("id").executeTakeFirstOrThrow();
  for (let at = 0; at < searches.length; at += 5000) {
    const rows = searches
      .slice(at, at + 5000)
      .map(({ clientId, filters, criteria, frequency, channels, events }) => ({
        client_id: first.id + clientId,
        given_filters: filters,
        criteria,
        frequency,
        channels,
        events,
      }));
    await sql`
      insert into saved_searches (brokerage_id, client_id, given_filters, criteria, frequency, channels, events, matching_since,
        matching_after, created_at, updated_at)
      select clients.brokerage_id, client_id, given_filters, criteria, frequency, channels, events, now(), 0, now(), now()
      from json_to_recordset(${JSON.stringify(rows)}::json) as rows (client_id integer, given_filters jsonb, criteria jsonb,
        frequency text, channels text[], events text[])
      join clients on clients.id = client_id`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}

async function counts(db: Db): Promise<{ events: number; alerts: number }> {
  const { rows } = await sql<{ events: number; alerts: number }>`
    select
      (select count(*)::integer from search_events) as events,
      (select count(*)::integer from messages where kind = 'search_alert') as alerts`.execute(db);
  return rows[0] as { events: number; alerts: number };
}
