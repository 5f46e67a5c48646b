import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Pool } from "undici";
import { createBrokerage } from "../../src/brokerages/index.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { createServices, ownContext } from "../../src/services.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { secretSettings, testSecrets } from "../harness/test-secrets.ts";
import { type Change, type ChangeTarget, writeChanges, writesOf } from "./change-writer.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const WRITERS = 4;
const GIVEN_UP_MS = 60_000;
/** What the product promises, for `npm run prove freshness`. */
const PROMISED_MS = 1000;
const log = createLog("silent");

/**
 * Four writers change listings (create, reprice, hide, delete) in one PostgreSQL while API processes run on it. `deadlineMs` after each
 * commit searches of all must return that change or a later one of the same listing; at the end all indexes must equal the table.
 */
export async function proveFreshness(
  changes: number,
  {
    databaseUrl = process.env.DATABASE_URL,
    deadlineMs = PROMISED_MS,
    processes = 2,
  }: { databaseUrl?: string; deadlineMs?: number; processes?: number } = {},
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-freshness-"));
  const config = { ...readConfig({ DATABASE_URL: databaseUrl }), dataDir };
  if (!config.databaseUrl)
    throw new Error("Set DATABASE_URL, or run scripts/with-postgres.sh npm run prove freshness");
  const database = await openDatabase(config, log);
  const ctx = ownContext(createServices({ config, secrets: testSecrets, database, log }), "proof");
  const { id: brokerageId } = await createBrokerage(ctx, {
    slug: `freshness-${process.pid}`,
    name: "Freshness",
  });
  const settings = {
    DATABASE_URL: config.databaseUrl,
    DATA_DIR: dataDir,
    DEMO: "false",
    LOG_LEVEL: "error",
    // Thousands of searches a minute from one address.
    RATE_LIMITS: "off",
    ...secretSettings,
  };
  const servers = await Promise.all(Array.from({ length: processes }, () => startServer(settings, 16)));
  try {
    const watched = await watchFreshness(servers, {
      changes,
      deadlineMs,
      brokerageId,
      target: writesOf(ctx),
      db: database.db,
    });
    const times = watched.latencies.flat();
    return (
      `${watched.made} changes by ${WRITERS} writers, ${processes} API processes: 0 later than ${deadlineMs / 1000} s; watched ${times.length}: ` +
      `median ${quantileMs(times, 0.5)} ms, slowest ${quantileMs(times, 1)} ms; all equal to the table (${watched.listings} public listings)`
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.close();
    await removeFolder(dataDir);
  }
}

type Watch = {
  changes: number;
  deadlineMs: number;
  brokerageId: number;
  target: ChangeTarget;
  db: DatabaseHandle["db"];
  /** Of the searches. */
  headers?: () => Record<string, string>;
};

/** How long each server took to show a watched change, how many changes were made, and how many public listings there are at the end. */
export type WatchedChanges = { latencies: number[][]; made: number; listings: number };

/** Writes the changes and searches all servers for them. @throws when one has not shown a change in time, or differs from the table. */
export async function watchFreshness(
  servers: readonly ServerProcess[],
  { changes, deadlineMs, brokerageId, target, db, headers = () => ({}) }: Watch,
): Promise<WatchedChanges> {
  const sites = servers.map(({ pool }) => new Site(pool, { brokerageId, headers }));
  const checks: Promise<void>[] = [];
  const late: string[] = [];
  const failures: unknown[] = [];
  const latencies: number[][] = sites.map(() => []);
  const onChange = (change: Change, at: number) => {
    const isWatched = at % 50 === 0;
    for (const [nth, site] of sites.entries()) {
      const check = isWatched
        ? site.measure(change).then((ms) => void latencies[nth]?.push(ms))
        : delay(deadlineMs).then(async () => {
            if (!(await site.shows(change))) late.push(`${change.listing} version ${change.version}`);
          });
      checks.push(check.catch((error) => void failures.push(error)));
    }
  };
  let made = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) =>
      writeChanges(target, {
        writer,
        count: Math.ceil(changes / WRITERS),
        onChange: (change) => onChange(change, made++),
      }),
    ),
  );
  await Promise.all(checks);
  if (failures.length > 0) throw failures[0];
  await delay(deadlineMs);
  const expected = await publicListings(db);
  for (const site of sites) expectSame(await site.everyListing(), expected);
  const slowest = quantileMs(latencies.flat(), 1);
  if (late.length > 0 || slowest > deadlineMs) {
    throw new Error(
      `${late.length} changes were not seen within ${deadlineMs} ms (slowest watched ${slowest} ms): ${late.slice(0, 5)}`,
    );
  }
  return { latencies, made, listings: expected.length };
}

/** 1 is the largest. */
export function quantileMs(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

type Page = { items: { listing_id: string; list_price: number }[]; total: number; total_pages: number };

/** Searches of one process. */
class Site {
  readonly #pool: Pool;
  readonly #options: { brokerageId: number; headers: () => Record<string, string> };

  constructor(pool: Pool, options: { brokerageId: number; headers: () => Record<string, string> }) {
    this.#pool = pool;
    this.#options = options;
  }

  /** The price is a listing's version number, and each listing has its own city: only the index is queried. */
  async shows(change: Change): Promise<boolean> {
    const now = await this.#search(`city=${change.listing}`);
    if (now.total === 1) return (now.items[0]?.list_price ?? 0) >= change.version;
    return change.gone || change.goneLater();
  }

  async measure(change: Change): Promise<number> {
    const started = performance.now();
    while (!(await this.shows(change))) {
      if (performance.now() - started > GIVEN_UP_MS)
        throw new Error(`${change.listing} version ${change.version} was not shown in ${GIVEN_UP_MS} ms`);
      await delay(5);
    }
    return performance.now() - started;
  }

  async everyListing(): Promise<string[]> {
    const found: string[] = [];
    for (let page = 1; ; page++) {
      const { items, total_pages } = await this.#search(`page=${page}&page_size=100`);
      found.push(...items.map((item) => `${item.listing_id} ${item.list_price}`));
      if (page >= total_pages) return found.sort();
    }
  }

  async #search(query: string): Promise<Page> {
    const { brokerageId, headers } = this.#options;
    const path = `/api/properties?state=any&brokerage_id=${brokerageId}&${query}`;
    const { statusCode, body } = await this.#pool.request({ method: "GET", path, headers: headers() });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
    return JSON.parse(text) as Page;
  }
}

async function publicListings(db: DatabaseHandle["db"]): Promise<string[]> {
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
