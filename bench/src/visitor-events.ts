import autocannon from "autocannon";
import { sql } from "kysely";
import { createKysely } from "../../server/src/platform/database/database.ts";
import { createPool } from "../../server/src/platform/database/pool.ts";
import { startLintel } from "./started-lintel.ts";
import { seeded } from "./synthetic-listings.ts";

const PORT = 8476;
const BASE = `http://localhost:${PORT}`;
const SEARCH =
  "/api/properties?min_lat=43.5&max_lat=43.7&min_lng=-116.4&max_lng=-116.1&max_price=600000&min_beds=3";
const SESSIONS = 50;
const BATCHES = 500;
const EVENTS = 50;
const AT_ONCE = 8;
const SEARCHES_A_SECOND = 100;

/**
 * 500 batches of 50 events of 50 visitors, ten of each one after the other, alone and during searches;
 * the searches are compared with searches alone.
 */
export async function benchVisitors(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error("Needs PostgreSQL: scripts/with-postgres.sh npm run bench visitors");
  const name = `lintel_bench_${process.pid}`;
  const home = createKysely(createPool({ target: { url: server }, maxConnections: 1 }));
  await sql.raw(`create database ${name}`).execute(home);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const lintel = await startLintel(PORT, {
    DATABASE_URL: url.href,
    DEMO: "true",
    FAVORITES_SECRET: "the secret of a benchmark, thirty-two characters",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const database = createKysely(createPool({ target: { url: url.href }, maxConnections: 1 }));
  try {
    const listings = await listingIds();
    await report("first, while everything is new", () => sendAll(listings));
    await report("events alone", () => sendAll(listings));
    await searches();
    const alone = await searches();
    const measured = searches();
    await report("events beside searches", () => sendAll(listings));
    reportSearches("searches alone", alone);
    reportSearches("searches beside events", await measured);
    const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from visitor_events`.execute(
      database,
    );
    console.log(`${rows[0]?.kept} events stored of ${3 * BATCHES * EVENTS} sent`);
  } finally {
    await database.destroy();
    await lintel.stop();
    await sql.raw(`drop database ${name} with (force)`).execute(home);
    await home.destroy();
  }
}

async function listingIds(): Promise<string[]> {
  const pages = await Promise.all(
    Array.from({ length: 10 }, async (_each, at) => {
      const reply = await fetch(`${BASE}/api/properties?page_size=100&page=${at + 1}`);
      return ((await reply.json()) as { items: { listing_id: string }[] }).items;
    }),
  );
  return pages.flat().map(({ listing_id }) => listing_id);
}

/** @returns the duration of each batch in milliseconds. */
async function sendAll(listings: string[]): Promise<number[]> {
  const random = seeded(24);
  const sessions: string[] = [];
  for (let at = 0; at < SESSIONS; at++) {
    const reply = await fetch(`${BASE}/sessions`, { method: "POST" });
    sessions.push(((await reply.json()) as { session_id: string }).session_id);
  }
  const batches = Array.from({ length: BATCHES }, (_each, at) => ({
    session: sessions[at % SESSIONS] as string,
    events: Array.from({ length: EVENTS }, (_event, nth) => eventOf(random, listings, at * EVENTS + nth)),
  }));
  const times: number[] = [];
  const sender = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const before = performance.now();
      const reply = await fetch(`${BASE}/sessions/events`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-session-id": batch.session },
        body: JSON.stringify({ events: batch.events }),
      });
      const { processed } = (await reply.json()) as { processed: number };
      if (processed !== EVENTS)
        throw new Error(`A batch of ${EVENTS} answered ${reply.status}, ${processed}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return times;
}

function eventOf(random: () => number, listings: string[], at: number): object {
  const common = {
    id: crypto.randomUUID(),
    timestamp: new Date(Date.UTC(2026, 5, 1) + at * 1000).toISOString(),
  };
  const listing_id = listings[Math.floor(random() * listings.length)];
  const kind = random();
  if (kind < 0.6) {
    const engagement = {
      time_seconds: Math.round(random() * 200),
      scroll_percent: Math.round(random() * 100),
    };
    return { ...common, type: "property_view", listing_id, engagement };
  }
  if (kind < 0.8)
    return { ...common, type: "photo_engagement", listing_id, photo_index: 2, dwell_ms: 1500, zoomed: false };
  if (kind < 0.9) return { ...common, type: "filter_change", filter: "max_price", value: 500_000 };
  if (kind < 0.95)
    return { ...common, type: "search_query", query: "3 bedrooms with a pool in Eagle under 500k" };
  return { ...common, type: "favorite_added", listing_id };
}

async function report(name: string, send: () => Promise<number[]>): Promise<void> {
  const started = performance.now();
  const times = (await send()).sort((a, b) => a - b);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${name}: ${BATCHES} batches of ${EVENTS} events in ${seconds.toFixed(2)} s, ${AT_ONCE} at a time; ` +
      `a batch p50 ${at(times, 0.5)} ms  p99 ${at(times, 0.99)} ms`,
  );
}

const at = (times: number[], share: number) => times[Math.floor(times.length * share)]?.toFixed(0);

function searches(): Promise<autocannon.Result> {
  return autocannon({ url: BASE + SEARCH, connections: 4, overallRate: SEARCHES_A_SECOND, duration: 5 });
}

function reportSearches(name: string, { requests, latency, non2xx }: autocannon.Result): void {
  console.log(
    `  ${name}: ${Math.round(requests.average)} searches/s  p50 ${latency.p50} ms  p99 ${latency.p99} ms  ` +
      `slowest ${latency.max} ms  ${non2xx} errors`,
  );
}
