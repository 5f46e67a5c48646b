import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { createKysely } from "../../../server/src/platform/database/database.ts";
import { createPool } from "../../../server/src/platform/database/pool.ts";
import { chromiumPath, openChromium } from "../../../server/test/harness/chromium.ts";
import { withOwnDatabase } from "../../../server/test/proofs/own-database.ts";
import { ADMIN_KEY, startLintel } from "../peers/contenders.ts";
import { fillPostgres } from "../peers/fill-databases.ts";
import { rerunWith } from "../rerun-with.ts";
import { consoleRequests } from "./console-requests.ts";
import { firstLoadTable, hourTable, interactionsTable, requestsTable } from "./console-tables.ts";
import { fillBrokerage } from "./fill-brokerage.ts";
import { type FirstLoad, firstLoad } from "./first-load.ts";
import { type HourOfChanges, hourOfChanges } from "./hour-of-changes.ts";
import { measureInteractions } from "./measure-interactions.ts";
import { measureRequests } from "./measure-requests.ts";

/** Pages, and what is there once their rows are. */
const PAGES = {
  "/console": ".today-work li",
  "/console/leads": "[data-lead]",
  "/console/leads/board": "[data-card]",
};
const LOADS = 5;
/** Of an hour: at the start, after each quarter. */
const PARTS = 4;

const parts = ["requests", "load", "keys", "hour"] as const;

/**
 * The console of a brokerage with very many leads and listings: the requests of its pages beside bare SQL, what a browser loads first,
 * keys until the next paint, and a tab after an hour of changes. `-- --leads`, `--listings`, `--times` (of each request), `--events`
 * (of the hour), `--only` requests, load, keys or hour.
 */
export async function benchConsole(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      leads: { type: "string", default: "100000" },
      listings: { type: "string", default: "100000" },
      times: { type: "string", default: "40" },
      events: { type: "string", default: "3600" },
      only: { type: "string", multiple: true, default: [...parts] },
    },
  });
  const server = process.env.DATABASE_URL;
  if (!server) return rerunWith("with-postgres.sh");
  if (!chromiumPath()) return rerunWith("with-chromium.sh");
  const [leads, listings, times, events] = [values.leads, values.listings, values.times, values.events].map(
    Number,
  ) as [number, number, number, number];
  const scratch = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const browser = await openChromium();
  try {
    await withOwnDatabase(server, async (databaseUrl) => {
      console.log(
        `Writing ${listings.toLocaleString("en")} listings and ${leads.toLocaleString("en")} leads…`,
      );
      await fillPostgres(databaseUrl, listings);
      const lintel = await startLintel(databaseUrl, join(scratch, "data"));
      try {
        const brokerageId = 1;
        const db = createKysely(createPool({ target: { url: databaseUrl }, maxConnections: 1 }));
        await fillBrokerage(db, brokerageId, leads);
        await db.destroy();
        const key = await brokerKey(lintel.origin, brokerageId);
        await measure({
          origin: lintel.origin,
          key,
          databaseUrl,
          browser,
          brokerageId,
          leads,
          times,
          events,
          only: values.only,
        });
      } finally {
        await lintel.stop();
      }
    });
  } finally {
    await browser.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

type Run = {
  origin: string;
  key: string;
  databaseUrl: string;
  browser: Browser;
  brokerageId: number;
  leads: number;
  times: number;
  events: number;
  only: readonly string[];
};

async function measure(run: Run): Promise<void> {
  const { origin, key, databaseUrl, browser, brokerageId, leads, times, events, only } = run;
  if (only.includes("requests")) {
    const before = conditions();
    const requests = consoleRequests(brokerageId, leads);
    const measured = await measureRequests({ origin, key, databaseUrl, requests, times });
    console.log(`\n${before}; ${times} of each request, one at a time.\n\n${requestsTable(measured)}`);
  }
  if (only.includes("load")) {
    const before = conditions();
    const loads = Object.fromEntries(Object.keys(PAGES).map((path): [string, FirstLoad[]] => [path, []]));
    for (let nth = 0; nth < LOADS; nth++) {
      for (const [path, rows] of Object.entries(PAGES))
        loads[path]?.push(await firstLoad(browser, { origin, key, path, rows }));
    }
    console.log(`\n${before}; median of ${LOADS} browsers without a cache.\n\n${firstLoadTable(loads)}`);
  }
  if (only.includes("keys")) {
    const before = conditions();
    const measured = await measureInteractions(browser, { origin, key });
    console.log(`\n${before}.\n\n${interactionsTable(measured)}`);
  }
  if (only.includes("hour")) {
    const before = conditions();
    const hours: HourOfChanges[] = [];
    for (const path of Object.keys(PAGES))
      hours.push(await hourOfChanges(browser, { origin, key, databaseUrl, path, events, parts: PARTS }));
    console.log(`\n${before}; ${hours.map(sentence).join("; ")}.\n\n${hourTable(hours)}`);
  }
}

function sentence({ path, sizes, seconds, calls, outOfOrder }: HourOfChanges): string {
  const events = sizes.at(-1)?.events ?? 0;
  return `${path}: ${events.toLocaleString("en")} events of ${calls.toLocaleString("en")} calls in ${seconds.toFixed(0)} s, ${outOfOrder} out of order`;
}

/** Who sees all leads of the brokerage. */
async function brokerKey(origin: string, brokerageId: number): Promise<string> {
  const reply = await fetch(`${origin}/api/admin/api-keys`, {
    method: "POST",
    headers: { "x-api-key": ADMIN_KEY, "content-type": "application/json" },
    body: JSON.stringify({ name: "bench", role: "broker", brokerage_id: brokerageId }),
  });
  if (!reply.ok) throw new Error(`A key was answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { key: string }).key;
}

function conditions(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${availableParallelism()} cores, Node ${process.version}; load average before ${loadavg()[0]!.toFixed(1)}`;
}
