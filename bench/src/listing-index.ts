import { countFacets } from "../../server/src/listings/facets/count-facets.ts";
import { findNearMisses } from "../../server/src/listings/near-misses/near-misses.ts";
import { ListingIndex, type ListingRow } from "../../server/src/listings/search-index/listing-index.ts";
import type { ListingQuery } from "../../server/src/listings/search-index/listing-query.ts";
import { facetedSearches, narrowSearches } from "./counted-searches.ts";
import { mapCases } from "./map-index.ts";
import { median } from "./quantile.ts";
import { seeded, syntheticListings } from "./synthetic-listings.ts";

const SAMPLE = 200;
/** Each search is timed so often, and the best time counts: others use the processor too. */
const ROUNDS = 5;
const NEWEST = { by: "list_date", descending: true } as const;

type Timed = { name: string; queries: ListingQuery[] };

/** Searches of every width, deep pages, facets, near misses, cities, maps and changes, at 100 thousand and a million listings; no server, no database. */
export async function benchListingIndex(): Promise<void> {
  for (const count of [100_000, 1_000_000]) {
    const index = load(count);
    const sample = sampleOf(count);
    for (const { name, queries } of searches(sample, count)) {
      const totals = queries.map((query) => index.search(query).total);
      report(`${name} (median ${median(totals).toLocaleString("en")} matches)`, queries, (query) =>
        index.search(query),
      );
    }
    for (const { name, queries } of facetedSearches(sample, count)) {
      report(name, queries, ({ names, ...filters }) => countFacets(index.counted, filters, names));
    }
    for (const { name, queries } of narrowSearches(sample)) {
      report(name, queries, ({ given, filters }) =>
        findNearMisses(index.counted, given, filters, { total: 0 }),
      );
    }
    report("cities", [0, 1, 2, 3], (nth) => {
      const row = sample[nth] as ListingRow;
      index.put({ ...row, status: row.status === "Active" ? "Closed" : "Active" });
      return () => index.countCities(null);
    });
    for (const { name, run } of mapCases(index, sample)) report(name, sample.slice(0, 60), run);
    changes(index, sample);
  }
}

function load(count: number): ListingIndex {
  const index = new ListingIndex();
  const rows = [...syntheticListings(count)];
  const before = memory();
  const started = process.cpuUsage();
  for (let at = 0; at < rows.length; at += 500) index.load(rows.slice(at, at + 500));
  const loaded = process.cpuUsage(started);
  let longest = 0;
  for (
    let at = performance.now(), steps = index.finishLoading();
    !steps.next().done;
    at = performance.now()
  ) {
    longest = Math.max(longest, performance.now() - at);
  }
  const built = process.cpuUsage(started);
  for (const _ of index.loadCompletions());
  const completed = process.cpuUsage(started);
  const milliseconds = ({ user, system }: NodeJS.CpuUsage) => Math.round((user + system) / 1000);
  console.log(
    `${count.toLocaleString("en")} listings: read in ${milliseconds(loaded)} ms of processor time, arranged in ` +
      `${milliseconds(built) - milliseconds(loaded)} ms, at most ${Math.round(longest)} ms at once, ` +
      `completions in ${milliseconds(completed) - milliseconds(built)} ms; ` +
      `${Math.round((memory() - before) / 1_048_576)} MB beside the rows`,
  );
  return index;
}

function sampleOf(count: number): ListingRow[] {
  const every = Math.floor(count / SAMPLE);
  return [...syntheticListings(count)].filter((_, nth) => nth % every === 0);
}

function searches(sample: ListingRow[], count: number): Timed[] {
  const random = seeded(7);
  const some = (more: (row: ListingRow) => Partial<ListingQuery>): ListingQuery[] =>
    sample.map((row) => ({ status: "Active", sort: NEWEST, offset: 0, limit: 20, ...more(row) }));
  const around = ({ lat, lng }: ListingRow, half: number) => ({
    box: { minLat: lat - half, maxLat: lat + half, minLng: lng - 1.3 * half, maxLng: lng + 1.3 * half },
    price: { min: 150_000, max: 600_000 + Math.floor(random() * 400) * 1000 },
    beds: { min: 2 },
  });
  const scale = Math.sqrt(100_000 / count);
  const deep = (by: ListingQuery["sort"]["by"]) =>
    sample.slice(0, 20).map((_, nth) => ({
      sort: { by, descending: nth % 2 === 0 },
      offset: (count / 5) * 4 + nth * 20,
      limit: 20,
    }));
  const page = (count / 25).toLocaleString("en");
  return [
    { name: "box, ~10", queries: some((row) => around(row, 0.04 * scale)) },
    { name: "box, ~1k", queries: some((row) => around(row, 0.5 * scale)) },
    { name: "a metropolitan area", queries: some((row) => around(row, 0.5)) },
    {
      name: "the whole map",
      queries: some((row) => ({
        ...around(row, 1),
        box: { minLat: 30, maxLat: 47, minLng: -122.2, maxLng: -74 },
      })),
    },
    {
      name: "60 %",
      queries: some(() => ({ state: "ID", price: { max: 1_000_000 + Math.floor(random() * 500) * 1000 } })),
    },
    {
      name: "60 % by price",
      queries: some(() => ({
        state: "ID",
        price: { min: 150_000 },
        sort: { by: "list_price", descending: false },
      })),
    },
    { name: "a city", queries: some((row) => ({ city: row.city as string })) },
    {
      name: "10 miles, nearest first",
      queries: some(({ lat, lng }) => ({
        radius: { lat, lng, miles: 10 },
        sort: { by: "distance_miles", descending: false },
      })),
    },
    {
      name: "50 miles, nearest first",
      queries: some(({ lat, lng }) => ({
        radius: { lat, lng, miles: 50 },
        sort: { by: "distance_miles", descending: false },
      })),
    },
    { name: `page ${page} by date`, queries: deep("list_date") },
    { name: `page ${page} by price`, queries: deep("list_price") },
    { name: `page ${page} by beds`, queries: deep("beds") },
    {
      name: "the middle of 60 %",
      queries: some(() => ({
        state: "ID",
        offset: Math.floor(count * 0.3),
        price: { max: 1_400_000 },
      })).slice(0, 20),
    },
  ];
}

function changes(index: ListingIndex, sample: ListingRow[]): void {
  const before = index.size;
  report("a price change", sample, (row) => {
    index.put({ ...row, price: row.price + 1000 });
  });
  let id = 10_000_000;
  report("a new listing", sample, (row) => {
    id++;
    index.put({ ...row, id, listingId: `NEW-${id}` });
  });
  const added = index.size - before;
  for (; index.size > before; id--) index.remove(id);
  if (added === 0) throw new Error("No listing was added");
}

/** @param run may return what is timed instead of itself. */
function report<Case>(name: string, cases: readonly Case[], run: (each: Case) => unknown): void {
  for (const each of cases) run(each);
  const times = cases.map((each) => {
    let best = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      let started = performance.now();
      const timed = run(each);
      if (typeof timed === "function") {
        started = performance.now();
        timed();
      }
      best = Math.min(best, performance.now() - started);
    }
    return best;
  });
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] as number).toFixed(3);
  const longest = (times.at(-1) as number).toFixed(1);
  console.log(`  ${name.padEnd(52)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  longest ${longest} ms`);
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
