import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { addBrokerageDomain, createBrokerage } from "../../src/brokerages/index.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { createServices, ownContext } from "../../src/services.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { freePort } from "../harness/run-lintel.ts";
import { secretSettings, testSecrets } from "../harness/test-secrets.ts";
import { type Change, writeChanges } from "./change-writer.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const WRITERS = 4;
/** What the product promises, for `npm run prove freshness`. */
const PROMISED_MS = 1000;
const log = createLog("silent");

/**
 * Four writers change listings (create, reprice, hide, delete) in one PostgreSQL while two API processes run on it.
 * `deadlineMs` after each commit searches of both must return that change or a later one of the same listing; at the
 * end both indexes must equal the table.
 */
export async function proveFreshness(
  changes: number,
  {
    databaseUrl = process.env.DATABASE_URL,
    deadlineMs = PROMISED_MS,
  }: { databaseUrl?: string; deadlineMs?: number } = {},
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-freshness-"));
  const config = { ...readConfig({ DATABASE_URL: databaseUrl }), dataDir };
  if (!config.databaseUrl)
    throw new Error("Set DATABASE_URL, or run scripts/with-postgres.sh npm run prove freshness");
  const database = await openDatabase(config, log);
  const ctx = ownContext(createServices({ config, secrets: testSecrets, database, log }), "proof");
  const slug = `freshness-${process.pid}`;
  const host = `${slug}.test`;
  const { id } = await createBrokerage(ctx, { slug, name: "Freshness" });
  await addBrokerageDomain(ctx, { brokerage_id: id, domain: host });

  const servers = await Promise.all([
    startServer(dataDir, config.databaseUrl),
    startServer(dataDir, config.databaseUrl),
  ]);
  const checks: Promise<void>[] = [];
  const late: string[] = [];
  const latencies: number[] = [];
  try {
    const onChange = (change: Change, at: number) => {
      const watch = at % 50 === 0;
      for (const { port } of servers) {
        checks.push(
          watch
            ? measure(port, host, change).then((ms) => void latencies.push(ms))
            : delay(deadlineMs).then(async () => {
                if (!(await shows(port, host, change)))
                  late.push(`${change.listing} version ${change.version}`);
              }),
        );
      }
    };
    let made = 0;
    await Promise.all(
      Array.from({ length: WRITERS }, (_, writer) =>
        writeChanges(ctx, {
          writer,
          count: Math.ceil(changes / WRITERS),
          onChange: (change) => onChange(change, made++),
        }),
      ),
    );
    await Promise.all(checks);
    await delay(deadlineMs);
    const public_ = await publicListings(database.db);
    for (const { port } of servers) expectSame(await everyListing(port, host), public_);
    latencies.sort((a, b) => a - b);
    const slowest = latencies.at(-1) ?? 0;
    const median = latencies[latencies.length >> 1] ?? 0;
    if (late.length > 0 || slowest > deadlineMs) {
      throw new Error(
        `${late.length} changes were not seen within ${deadlineMs} ms (slowest watched ${slowest} ms): ${late.slice(0, 5)}`,
      );
    }
    return (
      `${made} changes by ${WRITERS} writers, 2 API processes: 0 later than ${deadlineMs / 1000} s; watched ${latencies.length}: ` +
      `median ${Math.round(median)} ms, slowest ${Math.round(slowest)} ms; both equal to the table (${public_.length} public listings)`
    );
  } finally {
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(servers.map(({ child }) => once(child, "exit")));
    await database.close();
    await removeFolder(dataDir);
  }
}

async function startServer(
  dataDir: string,
  databaseUrl: string,
): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: "false",
      LOG_LEVEL: "error",
      // Thousands of searches a minute from one address.
      RATE_LIMITS: "off",
      ...secretSettings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout as NodeJS.ReadableStream, "data");
  child.stdout?.resume();
  return { child, port };
}

type Page = { items: { listing_id: string; list_price: number }[]; total: number; total_pages: number };

async function search(port: number, host: string, query: string): Promise<Page> {
  const url = `http://127.0.0.1:${port}/api/properties?state=any&brokerage_id=${await brokerageId(port, host)}&${query}`;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Page;
}

const ids = new Map<string, number>();

/** fetch does not allow to set Host, so the brokerage is selected by its id. */
async function brokerageId(port: number, host: string): Promise<number> {
  const known = ids.get(host);
  if (known !== undefined) return known;
  for (let id = 1; ; id++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/public/brokerage?brokerage_id=${id}`);
    if (response.ok && ((await response.json()) as { name: string }).name === "Freshness") {
      ids.set(host, id);
      return id;
    }
  }
}

/** The price is a listing's version number, and each listing has its own city: only the index is queried. */
async function shows(port: number, host: string, change: Change): Promise<boolean> {
  const city = `city=${change.listing}`;
  const now = await search(port, host, city);
  if (now.total === 1) return (now.items[0]?.list_price ?? 0) >= change.version;
  return change.gone || change.goneLater();
}

async function measure(port: number, host: string, change: Change): Promise<number> {
  const started = performance.now();
  while (!(await shows(port, host, change))) await delay(5);
  return performance.now() - started;
}

async function everyListing(port: number, host: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const { items, total_pages } = await search(port, host, `page=${page}&page_size=100`);
    found.push(...items.map((item) => `${item.listing_id} ${item.list_price}`));
    if (page >= total_pages) return found.sort();
  }
}

async function publicListings(db: Awaited<ReturnType<typeof openDatabase>>["db"]): Promise<string[]> {
  const { rows } = await sql<{ listing_id: string; list_price: number }>`
    select listing_id, list_price
    from listings
    where show_listing
      and status in ('Active', 'Active Under Contract', 'Closed', 'Coming Soon', 'Pending')`.execute(db);
  return rows.map((row) => `${row.listing_id} ${row.list_price}`).sort();
}

function expectSame(index: string[], table: string[]): void {
  const inTable = new Set(table);
  const extra = index.filter((each) => !inTable.has(each));
  if (extra.length > 0 || index.length !== table.length) {
    throw new Error(
      `An index differs from the table: ${index.length} against ${table.length}, e.g. ${extra.slice(0, 5)}`,
    );
  }
}
