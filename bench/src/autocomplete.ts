import pg from "pg";
import { AutocompleteIndex } from "../../server/src/listings/autocomplete/autocomplete-index.ts";
import type { ListingRow } from "../../server/src/listings/search-index/listing-index.ts";
import { seeded, syntheticListings } from "./synthetic-listings.ts";
import { townName } from "./synthetic-names.ts";

const QUERIES = 400;
const LIMIT = 10;
/** Changes to measure among 100,000: mostly prices, and listings that come and go. */
const CHANGES = 2000;

/** Prefixes as a user types them, letter by letter, with and without typos. */
export async function benchAutocomplete(): Promise<void> {
  for (const count of [100_000, 1_000_000]) {
    const rows = namedListings(count);
    const before = memory();
    const started = performance.now();
    const suggestions = new AutocompleteIndex();
    for (const row of rows) suggestions.put(row);
    const loaded = performance.now() - started;
    console.log(
      `${count.toLocaleString("en")} listings: ${Math.round((memory() - before) / count)} bytes a listing beside its texts, loaded in ${Math.round(loaded)} ms`,
    );
    const typed = drawPrefixes(rows);
    const slips = drawSlips(rows);
    report("first time", typed, (query) => suggestions.suggest(query, null, LIMIT).length);
    report("as typed", typed, (query) => suggestions.suggest(query, null, LIMIT).length);
    report("with a slip", slips, (query) => suggestions.suggest(query, [1], LIMIT).length);
    reportChanges(suggestions, rows);
    if (process.env.DATABASE_URL && count === 100_000) await reportSql(rows, typed);
  }
}

function namedListings(count: number): ListingRow[] {
  const random = seeded(99);
  return Array.from(syntheticListings(count), (row) => {
    // A few towns have most of the listings.
    const town = Math.floor(random() * random() * 320);
    return {
      ...row,
      city: townName(town),
      county: `${townName(town % 44)} County`,
      zip: String(83_201 + town),
    };
  });
}

/** 1 to 12 characters of towns, zip codes, addresses and ids. */
function drawPrefixes(rows: ListingRow[]): string[] {
  const random = seeded(5);
  return Array.from({ length: QUERIES }, (_, nth) => {
    const name = nameOf(rows[Math.floor(random() * rows.length)] as ListingRow, nth);
    return name.slice(0, 1 + Math.floor(random() * 12)).toLowerCase();
  }).filter((prefix) => prefix.trim() !== "");
}

function nameOf(row: ListingRow, nth: number): string {
  const words = (row.city as string).split(" ");
  const kinds = [
    row.city,
    words.at(-1),
    row.address,
    row.address,
    row.zip,
    row.listingId,
    row.county,
    row.type,
  ];
  return kinds[nth % kinds.length] as string;
}

/** Swaps two neighbouring letters of a town's or a street's name. */
function drawSlips(rows: ListingRow[]): string[] {
  const random = seeded(6);
  return Array.from({ length: QUERIES }, (_, nth) => {
    const row = rows[Math.floor(random() * rows.length)] as ListingRow;
    const name = (nth % 3 === 0 ? (row.address as string) : (row.city as string)).toLowerCase();
    const at = 1 + Math.floor(random() * (name.length - 3));
    const swapped = name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
    return swapped.slice(0, Math.max(5, Math.floor(random() * 13)));
  });
}

function report(label: string, queries: string[], suggest: (query: string) => number): void {
  let found = 0;
  const times = queries.map((query) => {
    const started = performance.now();
    if (suggest(query) > 0) found++;
    return performance.now() - started;
  });
  console.log(`  ${label.padEnd(12)} ${timing(times)}, ${found} of ${queries.length} with results`);
}

function reportChanges(suggestions: AutocompleteIndex, rows: ListingRow[]): void {
  const random = seeded(8);
  const times = Array.from({ length: CHANGES }, (_, nth) => {
    const row = rows[Math.floor(random() * rows.length)] as ListingRow;
    const status = nth % 3 === 0 ? "Closed" : row.status;
    const started = performance.now();
    if (nth % 10 === 0) suggestions.remove(row.id);
    else suggestions.put({ ...row, status });
    return performance.now() - started;
  });
  console.log(`  a change     ${timing(times)}`);
}

async function reportSql(rows: ListingRow[], typed: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(`
    create temporary table bench_names (listing_id text, city text, county text, zip text, type text, address text,
      status text)`);
  for (let at = 0; at < rows.length; at += 20_000) {
    const some = rows.slice(at, at + 20_000);
    await client.query(
      "insert into bench_names select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])",
      [
        some.map((row) => row.listingId),
        some.map((row) => row.city),
        some.map((row) => row.county),
        some.map((row) => row.zip),
        some.map((row) => row.type),
        some.map((row) => row.address),
        some.map((row) => row.status),
      ],
    );
  }
  for (const column of ["city", "county", "zip", "type", "address", "listing_id"]) {
    await client.query(`create index on bench_names (lower(${column}) text_pattern_ops)`);
  }
  await client.query("analyze bench_names");
  const times: number[] = [];
  for (const prefix of typed.slice(0, 200)) {
    const started = performance.now();
    await client.query({ name: "suggest", text: SUGGEST, values: [`${prefix.replaceAll(/[%_\\]/g, "")}%`] });
    times.push(performance.now() - started);
  }
  console.log(`  PostgreSQL   ${timing(times)}: prefixes only, no later words, no typos`);
  await client.end();
}

const places = ["city", "county", "zip", "type"].map(
  (column) => `
  select ${column} as text, '${column}' as type, count(*) as count from bench_names
  where lower(${column}) like $1 and status = 'Active' group by 1`,
);
const names = ["address", "listing_id"].map(
  (column) => `
  (select ${column}, '${column}', 1 from bench_names where lower(${column}) like $1 order by lower(${column}) limit 10)`,
);
const SUGGEST = `${[...places, ...names].join(" union all ")} order by count desc, text limit 10`;

function timing(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] as number).toFixed(3);
  return `p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  max ${at(1)} ms`;
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
