import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import { createKysely } from "../../../server/src/platform/database/database.ts";
import { openDatabase } from "../../../server/src/platform/database/open-database.ts";
import { createPool } from "../../../server/src/platform/database/pool.ts";
import type { DB } from "../../../server/src/platform/database/types.generated.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import type { Ready } from "./ready-child.ts";

const CHILD = fileURLToPath(new URL("./ready-child.ts", import.meta.url));
const BATCH = 10_000;
const ROUNDS = 2;
const run = promisify(execFile);

/** How long a process takes until its listing index is ready: from the database alone, and with a snapshot. */
export async function benchReady(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { listings: { type: "string", default: "100000" } },
  });
  const listings = Number(values.listings);
  const server = process.env.DATABASE_URL;
  if (server) await onPostgres(server, (url, dataDir) => compare("PostgreSQL", listings, url, dataDir));
  else await inFolder((dataDir) => compare("embedded", listings, "", dataDir));
}

async function onPostgres(
  server: string,
  work: (url: string, dataDir: string) => Promise<void>,
): Promise<void> {
  const name = `lintel_ready_${process.pid}`;
  const home = createKysely(createPool({ target: { url: server }, maxConnections: 1 }));
  await sql.raw(`create database ${name}`).execute(home);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await inFolder((dataDir) => work(url.href, dataDir));
  } finally {
    await sql.raw(`drop database ${name} with (force)`).execute(home);
    await home.destroy();
  }
}

async function inFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-ready-"));
  try {
    await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compare(name: string, listings: number, url: string, dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: url || null, dataDir }, createLog("error"));
  await fill(database.db, listings);
  await database.close();
  const start = async (mode: "without" | "store" | "with"): Promise<Ready> => {
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir };
    const { stdout } = await run(process.execPath, ["--expose-gc", CHILD, mode], { env });
    return JSON.parse(stdout);
  };
  console.log(`${listings.toLocaleString("en")} listings, ${name}`);
  const stored = await start("store");
  console.log(
    `  snapshot stored in ${seconds(stored.storedMs)}, longest hold of the event loop ${stored.holdMs} ms`,
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of ["without", "with"] as const) {
      const { readyMs, cpuMs, size, residentAtReady, resident, completionsMs } = await start(mode);
      if (size !== stored.size) throw new Error(`${mode} a snapshot: ${size} listings, not ${stored.size}`);
      console.log(
        `  ${mode.padEnd(7)} a snapshot: ready in ${seconds(readyMs)}, ${seconds(cpuMs)} of processor time; completions ${seconds(completionsMs)} later; ${megabytes(residentAtReady)} resident, ${megabytes(resident)} with completions`,
      );
    }
  }
}

async function fill(db: Kysely<DB>, listings: number): Promise<void> {
  await sql`insert into sources (name) values ('synthetic')`.execute(db);
  for (let from = 1; from <= listings; from += BATCH) {
    await sql`
      insert into listings (
        source_id, content_hash, photos_hash, reso_property_type, property_type, property_subtype, listing_key, listing_id, status,
        list_price, beds, baths, sqft, lot_size_acres, year_built, city, state, zip, county, address, latitude, longitude, list_date
      )
      select
        1, '', '', 'Residential', 'Residential', 'Single Family Residence', 'MLS-' || nth, 'MLS-' || nth,
        case when nth % 10 < 7 then 'Active' else 'Closed' end,
        100000 + (random() * random() * 1900)::int * 1000, 1 + nth % 6, 1 + (nth % 12) / 4.0, 500 + (random() * 4500)::int,
        (random() * 2)::numeric(10, 2), 1900 + nth % 126, 'City ' || nth % 8 || '-' || (random() * 40)::int, 'ID',
        (83000 + nth % 320)::text, 'County ' || nth % 8, (random() * 9999)::int || ' Oak Grove ' || nth % 997 || ' St',
        43 + random(), -116 - random(), date '2024-10-01' + (random() * 700)::int
      from generate_series(${from}::int, ${Math.min(listings, from + BATCH - 1)}::int) nth`.execute(db);
  }
  await sql`analyze listings`.execute(db);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
