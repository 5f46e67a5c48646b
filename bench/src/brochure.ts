import autocannon from "autocannon";
import { median } from "./quantile.ts";
import { startLintel } from "./started-lintel.ts";

const PORT = 8475;
const BASE = `http://localhost:${PORT}`;
const KEY = "the key of a benchmark, thirty-two characters";
const SEARCH =
  "/api/properties?min_lat=43.5&max_lat=43.7&min_lng=-116.4&max_lng=-116.1&max_price=600000&min_beds=3";
const LISTINGS = 20;
const PHOTOS = 20;
const SETS = 20;
const SEARCHES_A_SECOND = 200;

/**
 * Brochures of 20 photos, each rendered for the first time, and the latency of searches beside 20 concurrent
 * brochures, compared with searches alone.
 */
export async function benchBrochure(): Promise<void> {
  const lintel = await startLintel(PORT, { BOOTSTRAP_ADMIN_KEY: KEY });
  try {
    await importListings(await demoPhotos());
    const started = performance.now();
    await Promise.all(idsOf(0).map(print));
    const first = seconds(started);
    console.log(
      `${LISTINGS} brochures at once, none of their ${LISTINGS * PHOTOS} photos kept yet: ${first} s`,
    );
    // Photos that took too long for their brochures are stored by now, or awaited here.
    for (const id of idsOf(1)) await print(id);
    await printOneByOne(idsOf(2));

    await searches();
    report("searches alone", await searches());
    const measured = searches();
    const bursts = await printUntil(measured);
    report(`searches while ${LISTINGS} brochures at a time are printed (${bursts} times)`, await measured);
  } finally {
    await lintel.stop();
  }
}

/** Addresses of the demo's drawings, as the storage has them. */
async function demoPhotos(): Promise<string[]> {
  const reply = await fetch(`${BASE}/api/properties?page_size=100`);
  const { items } = (await reply.json()) as { items: { photos: string[] }[] };
  return [...new Set(items.flatMap((item) => item.photos))].map((url) => new URL(url).pathname);
}

/** The same photos in every set, so that each set's brochures are new and their photos are not. */
const idsOf = (set: number) => Array.from({ length: LISTINGS }, (_each, at) => `BENCH-${set}-${at}`);

async function importListings(photos: string[]): Promise<void> {
  const listing = (ListingId: string, at: number) => ({
    ListingId,
    StandardStatus: "Active",
    PropertyType: "Residential",
    ListPrice: 500_000,
    BedroomsTotal: 3,
    BathroomsFull: 2,
    LivingArea: 1800,
    UnparsedAddress: `${at} Bench St`,
    City: "Boise",
    StateOrProvince: "ID",
    PublicRemarks: "A house that is there to be measured, with a garden that needs no water. ".repeat(30),
    InteriorFeatures: Array.from({ length: 20 }, (_each, feature) => `Feature ${feature}`),
    Media: Array.from({ length: PHOTOS }, (_each, photo) => ({
      MediaURL: photos[(at * PHOTOS + photo) % photos.length],
      Order: photo,
    })),
  });
  const lines = Array.from({ length: SETS }, (_each, set) => idsOf(set).map(listing)).flat();
  const reply = await fetch(`${BASE}/api/admin/listings/import?source=bench`, {
    method: "POST",
    headers: { "x-api-key": KEY, "content-type": "application/x-ndjson" },
    body: lines.map((line) => JSON.stringify(line)).join("\n"),
  });
  if (reply.status !== 200) throw new Error(`The import answered ${reply.status}: ${await reply.text()}`);
}

async function printOneByOne(ids: string[]): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (const id of ids) {
    const before = performance.now();
    bytes = await print(id);
    times.push(performance.now() - before);
  }
  console.log(
    `A brochure of ${PHOTOS} photos that are kept (${Math.round(bytes / 1024)} kB), not printed before: ` +
      `p50 ${median(times).toFixed(0)} ms  slowest ${Math.max(...times).toFixed(0)} ms`,
  );
}

/** One set after the other, all brochures of a set concurrently. */
async function printUntil(over: Promise<unknown>): Promise<number> {
  const state = { over: false };
  over.then(() => {
    state.over = true;
  });
  let set = 3;
  for (; !state.over && set < SETS; set++) await Promise.all(idsOf(set).map(print));
  return set - 3;
}

async function print(id: string): Promise<number> {
  const reply = await fetch(`${BASE}/api/properties/${id}/pdf`);
  const { byteLength } = await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`The brochure answered ${reply.status}`);
  return byteLength;
}

function searches(): Promise<autocannon.Result> {
  return autocannon({ url: BASE + SEARCH, connections: 10, overallRate: SEARCHES_A_SECOND, duration: 6 });
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

function report(name: string, { requests, latency, non2xx }: autocannon.Result): void {
  console.log(
    `  ${name}: ${Math.round(requests.average)} searches/s  p50 ${latency.p50} ms  p99 ${latency.p99} ms  ` +
      `slowest ${latency.max} ms  ${non2xx} errors`,
  );
}
