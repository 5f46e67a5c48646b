import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { createKysely } from "../../server/src/platform/database/database.ts";
import { createPool } from "../../server/src/platform/database/pool.ts";
import { type Search, steadySearches } from "./steady-searches.ts";
import { seeded } from "./synthetic-listings.ts";
import { syntheticPhotos } from "./synthetic-photos.ts";
import type { LoopDelay } from "./watch-event-loop.ts";
import { watchTree } from "./watch-tree.ts";

const MAIN = fileURLToPath(new URL("../../server/src/main.ts", import.meta.url));
const WATCH = new URL("./watch-event-loop.ts", import.meta.url).href;
const PORT = 8477;
const BASE = `http://localhost:${PORT}`;
const KEY = "the key of a benchmark, thirty-two characters";
/** Read alone, and as many others beside searches. With the detector a photo takes some three times the processor time. */
const PHOTOS = { off: 400, on: 100 };
const PHOTOS_A_LISTING = 20;
const WARMING_MS = 5000;
const ALONE_MS = 20_000;
const TIMEOUT_MS = 300_000;
const QUERIES = "homes with a big yard for dogs near the foothills";
const SEARCHES: Search[] = [
  {
    name: "GET /api/properties",
    path: "/api/properties?min_lat=43.5&max_lat=43.7&min_lng=-116.4&max_lng=-116.1&max_price=600000&min_beds=3",
    aSecond: 20,
  },
  {
    name: "POST /api/search/semantic",
    path: "/api/search/semantic",
    body: { query: QUERIES },
    aSecond: 2,
  },
];
const HOMES = 5000;
const FEATURES = ["a big yard", "a shop", "granite counters", "mountain views", "RV parking", "a fireplace"];
const CAPTIONS = ["Bright kitchen with island", "Primary bedroom", "Back yard with lawn and trees", null];

/**
 * Photos of a feed, fetched and enriched by the builtin models for the first time: alone, and during searches that are compared with
 * searches without enrichment. First without the object detector, then with it.
 */
export async function benchPhotos(): Promise<void> {
  const photos = await syntheticPhotos(2 * PHOTOS.off);
  const bytes = photos.reduce((sum, { length }) => sum + length, 0);
  console.log(`JPEGs of 1024 to 2048 pixels, ${Math.round(bytes / photos.length / 1024)} kB each`);
  for (const detector of ["off", "on"] as const) {
    console.log(`PHOTO_DETECTOR=${detector}`);
    const feed = await startFeed(photos);
    await withServer({ PHOTO_DETECTOR: detector }, (lintel) => measure(lintel, feed.url, PHOTOS[detector]));
    feed.server.close();
    feed.server.closeAllConnections();
  }
}

async function measure(lintel: ChildProcess, feed: string, count: number): Promise<void> {
  await openBrokerage();
  await importListings("homes", homes());
  // The first ones include loading and compiling.
  await searchesFor(WARMING_MS);
  await loopOf(lintel, "reset");
  const searching = watchTree(lintel.pid as number);
  const alone = await searchesFor(ALONE_MS);
  const aloneLoop = await loopOf(lintel);
  const before = searching();

  const reading = watchTree(lintel.pid as number);
  const ms = await readPhotos(feed, { from: 0, count });
  const use = reading();
  const [memory, more] = [use.memoryMb, use.memoryMb - before.memoryMb].map((mb) => mb.toFixed(0));
  console.log(
    `${count} photos alone: ${(ms / count).toFixed(0)} ms a photo, ${(use.processorMs / count).toFixed(0)} ms of processor time, ` +
      `memory ${memory} MB at most, ${more} MB more than searches take`,
  );

  await loopOf(lintel, "reset");
  const importing = readPhotos(feed, { from: count, count });
  const beside = await steadySearches(BASE, SEARCHES, importing);
  console.log(`${count} photos beside searches: ${((count * 1000) / (await importing)).toFixed(1)} photos/s`);
  report("searches alone", alone, aloneLoop);
  report("searches while photos are read", beside, await loopOf(lintel));
}

/** @returns the milliseconds from the import of their listings until all are enriched. */
async function readPhotos(feed: string, { from, count }: { from: number; count: number }): Promise<number> {
  const started = performance.now();
  await importListings(`photos-${from}`, withPhotos(feed, { from, count }));
  return (await allRead(from + count)) - started;
}

async function startFeed(photos: Buffer[]) {
  const server: Server = createServer((request, response) => {
    const photo = photos[Number(request.url?.slice(1))];
    response.writeHead(photo ? 200 : 404, { "content-type": "image/jpeg" }).end(photo);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** On a new database of DATABASE_URL's server, or the embedded one. */
async function withServer(
  settings: Record<string, string>,
  work: (lintel: ChildProcess) => Promise<void>,
): Promise<void> {
  const server = process.env.DATABASE_URL;
  const name = `lintel_bench_${process.pid}`;
  const home = server ? createKysely(createPool({ target: { url: server }, maxConnections: 1 })) : null;
  if (home) await sql.raw(`create database ${name}`).execute(home);
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const lintel = spawn(process.execPath, ["--import", WATCH, MAIN, "serve"], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      DATABASE_URL: server ? Object.assign(new URL(server), { pathname: `/${name}` }).href : "",
      DEMO: "false",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      MODEL_PROVIDER: "builtin",
      OUTBOUND_ALLOW: "127.0.0.1",
      BOOTSTRAP_ADMIN_KEY: KEY,
      FAVORITES_SECRET: KEY,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  try {
    await once(lintel.stdout as NodeJS.ReadableStream, "data");
    lintel.stdout?.resume();
    console.log(server ? "on PostgreSQL" : "on the embedded database");
    await work(lintel);
  } finally {
    lintel.kill("SIGTERM");
    await once(lintel, "exit");
    if (home) await sql.raw(`drop database ${name} with (force)`).execute(home);
    await home?.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Stats = { total_images: number; unindexed_images: number };

async function stats(): Promise<Stats> {
  const reply = await fetch(`${BASE}/api/admin/embeddings/images/stats`, { headers: { "x-api-key": KEY } });
  if (reply.status !== 200) throw new Error(`The statistics answered ${reply.status}`);
  return (await reply.json()) as Stats;
}

/** Waits until `count` photos are known and all of them are enriched; @returns the time. */
async function allRead(total: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { total_images, unindexed_images } = await stats();
    if (total_images > 0 && total_images >= total && unindexed_images === 0) return performance.now();
    if (performance.now() - started > TIMEOUT_MS) {
      throw new Error(`${unindexed_images} of ${total_images} photos are not read yet`);
    }
    await pause(200);
  }
}

async function openBrokerage(): Promise<void> {
  const { id } = await post<{ id: number }>("/api/admin/brokerages", { slug: "bench", name: "Bench Realty" });
  await post(`/api/admin/brokerages/${id}/domains`, { domain: "localhost" });
}

/** The searched listings: homes without photos. */
function homes(): object[] {
  const random = seeded(7);
  const some = (items: readonly string[]) => items[Math.floor(random() * items.length)];
  return Array.from({ length: HOMES }, (_each, at) => ({
    ListingId: `HOME-${at}`,
    StandardStatus: "Active",
    PropertyType: "Residential",
    ListPrice: 300_000 + Math.floor(random() * 500) * 1000,
    BedroomsTotal: 2 + Math.floor(random() * 4),
    Latitude: 43.5 + random() * 0.3,
    Longitude: -116.5 + random() * 0.5,
    City: some(["Boise", "Meridian", "Eagle", "Nampa"]),
    StateOrProvince: "ID",
    PublicRemarks: `${some(["Charming", "Spacious", "Updated"])} home with ${some(FEATURES)} and ${some(FEATURES)}.`,
  }));
}

function withPhotos(feed: string, { from, count }: { from: number; count: number }): object[] {
  return Array.from({ length: count / PHOTOS_A_LISTING }, (_each, at) => ({
    ListingId: `BENCH-${from}-${at}`,
    StandardStatus: "Active",
    PropertyType: "Residential",
    ListPrice: 500_000,
    City: "Boise",
    StateOrProvince: "ID",
    Media: Array.from({ length: PHOTOS_A_LISTING }, (_photo, nth) => ({
      MediaURL: `${feed}/${from + at * PHOTOS_A_LISTING + nth}`,
      ShortDescription: CAPTIONS[nth % CAPTIONS.length],
      Order: nth,
    })),
  }));
}

async function importListings(source: string, listings: object[]): Promise<void> {
  const reply = await fetch(`${BASE}/api/admin/listings/import?source=${source}`, {
    method: "POST",
    headers: { "x-api-key": KEY, "content-type": "application/x-ndjson" },
    body: listings.map((listing) => JSON.stringify(listing)).join("\n"),
  });
  if (reply.status !== 200) throw new Error(`The import answered ${reply.status}: ${await reply.text()}`);
}

async function post<Reply>(path: string, body: object): Promise<Reply> {
  const headers = { "x-api-key": KEY, "content-type": "application/json" };
  const reply = await fetch(BASE + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

function searchesFor(ms: number): Promise<Map<string, number[]>> {
  return steadySearches(BASE, SEARCHES, pause(ms));
}

async function loopOf(lintel: ChildProcess, wish: "reset" | "tell" = "tell"): Promise<LoopDelay | null> {
  lintel.send(wish);
  if (wish === "reset") return null;
  const [delay] = (await once(lintel, "message")) as [LoopDelay];
  return delay;
}

function report(label: string, times: Map<string, number[]>, loop: LoopDelay | null): void {
  const asText = (ms = 0) => `${ms.toFixed(1)} ms`;
  console.log(
    `${label} (event loop delay p50 ${asText(loop?.p50)}  p99 ${asText(loop?.p99)}  longest ${asText(loop?.longest)})`,
  );
  for (const [name, each] of times) {
    const sorted = each.toSorted((one, other) => one - other);
    const at = (share: number) => asText(sorted[Math.floor(sorted.length * share)]);
    console.log(
      `  ${name.padEnd(26)} ${sorted.length} asked  p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  slowest ${asText(sorted.at(-1))}`,
    );
  }
}
