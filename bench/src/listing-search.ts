import pg from "pg";
import { ListingIndex, type ListingRow } from "../../server/src/listings/search-index/listing-index.ts";
import type { ListingQuery } from "../../server/src/listings/search-index/listing-query.ts";
import { seeded, syntheticListings } from "./synthetic-listings.ts";

type Box = { minLat: number; maxLat: number; minLng: number; maxLng: number; price: number; beds: number };

/** Box + price + beds + status, newest first, with the exact total and 20 items: a visitor who moves a map. */
export async function benchListingSearch(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("Run it with a database: scripts/with-postgres.sh npm run bench search");
  for (const count of [100_000, 1_000_000]) {
    const before = memory();
    const started = performance.now();
    const index = loadIndex(count);
    const loaded = performance.now() - started;
    const used = (memory() - before) / 1_048_576;

    const boxes = drawBoxes(1000);
    const inMemory = time(boxes, (box) => index.search(toQuery(box)).total);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await fill(client, count);
    const inSql = await timeAsync(boxes.slice(0, 200), (box) => sqlTotal(client, box));
    await client.end();

    const agree = inSql.totals.every((total, at) => total === inMemory.totals[at]);
    console.log(
      `${count.toLocaleString("en")} listings (index: ${Math.round(used)} MB, loaded in ${Math.round(loaded)} ms)`,
    );
    console.log(
      `  listing index  p50 ${inMemory.p50.toFixed(3)} ms  p95 ${inMemory.p95.toFixed(3)} ms  (1,000 searches)`,
    );
    console.log(
      `  PostgreSQL     p50 ${inSql.p50.toFixed(3)} ms  p95 ${inSql.p95.toFixed(3)} ms  (200 searches)`,
    );
    console.log(`  totals ${agree ? "agree" : "DIFFER"}`);
    const everything = time(
      boxes.slice(0, 20),
      () => index.search({ sort: { by: "list_price", descending: false }, offset: 0, limit: 20 }).total,
    );
    const deep = time(
      boxes.slice(0, 5),
      () => index.search({ sort: { by: "beds", descending: false }, offset: count / 2, limit: 20 }).total,
    );
    console.log(
      `  listing index, no filter: p50 ${everything.p50.toFixed(2)} ms; page in the middle of all, by beds: p50 ${deep.p50.toFixed(0)} ms`,
    );
  }
}

/** Loads in chunks, as a server does at its start. */
function loadIndex(count: number): ListingIndex {
  const index = new ListingIndex();
  let chunk: ListingRow[] = [];
  for (const row of syntheticListings(count)) {
    chunk.push(row);
    if (chunk.length < 2000) continue;
    index.load(chunk);
    chunk = [];
  }
  index.load(chunk);
  for (const _ of index.finishLoading());
  return index;
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function drawBoxes(count: number): Box[] {
  const random = seeded(7);
  const centres = [...syntheticListings(count)];
  return centres.map(({ lat, lng }) => {
    const half = 0.02 + random() * 0.06;
    const price = 200_000 + Math.floor(random() * 400_000);
    return { minLat: lat - half, maxLat: lat + half, minLng: lng - half, maxLng: lng + half, price, beds: 3 };
  });
}

function toQuery({ price, beds, ...box }: Box): ListingQuery {
  return {
    box,
    status: "Active",
    price: { max: price },
    beds: { min: beds },
    sort: { by: "list_date", descending: true },
    offset: 0,
    limit: 20,
  };
}

async function fill(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    drop table if exists bench_listings;
    create table bench_listings (id integer primary key, listing_id text, lat float8, lng float8, price float8, beds int,
      status text, list_day int)`);
  const rows = [...syntheticListings(count)];
  for (let at = 0; at < rows.length; at += 20_000) {
    const some = rows.slice(at, at + 20_000);
    await client.query(
      `insert into bench_listings
       select * from unnest($1::int[], $2::text[], $3::float8[], $4::float8[], $5::float8[], $6::int[], $7::text[], $8::int[])`,
      [
        some.map((row) => row.id),
        some.map((row) => row.listingId),
        some.map((row) => row.lat),
        some.map((row) => row.lng),
        some.map((row) => row.price),
        some.map((row) => row.beds),
        some.map((row) => row.status),
        some.map((row) => row.listDay),
      ],
    );
  }
  await client.query(
    "create index on bench_listings (lat, lng) include (price, beds, status, list_day, listing_id, id)",
  );
  await client.query("vacuum analyze bench_listings");
}

async function sqlTotal(client: pg.Client, box: Box): Promise<number> {
  const { rows } = await client.query({
    name: "box",
    text: `
      select id, count(*) over () as total
      from bench_listings
      where lat between $1 and $2 and lng between $3 and $4 and price <= $5 and beds >= $6 and status = 'Active'
      order by list_day desc, listing_id
      limit 20`,
    values: [box.minLat, box.maxLat, box.minLng, box.maxLng, box.price, box.beds],
  });
  return Number(rows[0]?.total ?? 0);
}

type Timing = { p50: number; p95: number; totals: number[] };

function time(boxes: Box[], search: (box: Box) => number): Timing {
  for (const box of boxes) search(box);
  const totals: number[] = [];
  const times = boxes.map((box) => {
    const started = performance.now();
    totals.push(search(box));
    return performance.now() - started;
  });
  return { ...percentiles(times), totals };
}

async function timeAsync(boxes: Box[], search: (box: Box) => Promise<number>): Promise<Timing> {
  for (const box of boxes) await search(box);
  const totals: number[] = [];
  const times: number[] = [];
  for (const box of boxes) {
    const started = performance.now();
    totals.push(await search(box));
    times.push(performance.now() - started);
  }
  return { ...percentiles(times), totals };
}

function percentiles(times: number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  };
}
