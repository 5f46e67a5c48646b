import { mkdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadKingCounty } from "../../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../../feed-server/src/serve-feed.ts";
import { openDatabase } from "../../../src/platform/database/open-database.ts";
import { createLog } from "../../../src/platform/log.ts";
import { removeFolder } from "../../harness/remove-folder.ts";
import { secretSettings } from "../../harness/test-secrets.ts";
import { SeededRandom } from "../../search-oracle/seeded-random.ts";
import { withOwnDatabase } from "../own-database.ts";
import { FeedControl } from "./feed-control.ts";
import { behavioursOf, configurationOf, type Strategy } from "./feed-of-strategy.ts";
import { FeedServers } from "./feed-servers.ts";
import { FortnightRun } from "./fortnight-run.ts";
import { StoreJudge } from "./judge-store.ts";
import { MarketChanges } from "./market-changes.ts";
import { installClock, SimulatedClock } from "./simulated-clock.ts";

/** What happens once in each run, in this order. */
export const incidents = ["empty answer", "many removals", "outage"] as const;
export type Incident = (typeof incidents)[number];

export type Extent = {
  listings: number;
  /** More of them, which come later as new ones. */
  unused: number;
  pageSize: number;
  rounds: number;
  changesARound: number;
  kills: number;
  /** Of each listing, at most eight; 0: none are copied and compared. */
  photos: number;
  /** Of simulated time. */
  days: number;
  processes: number;
  incidents: readonly Incident[];
  seed: number;
  progress?: (line: string) => void;
};

/** So many neighbouring records share a time of modification, over the edges of pages. */
const SAME_TIME = 33;
/** Requests an hour. */
const LEAST_BUDGET = 300;

/** A fortnight of one strategy, with processes, a database and a feed server of its own. Returns the report. */
export function proveStrategy(
  strategy: Strategy,
  { serverUrl, ...extent }: Extent & { serverUrl: string | null },
): Promise<string> {
  if (serverUrl === null) return onDatabase(strategy, extent, null);
  return withOwnDatabase(serverUrl, (url) => onDatabase(strategy, extent, url));
}

async function onDatabase(strategy: Strategy, extent: Extent, databaseUrl: string | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-feeds-"));
  // The embedded database belongs to one process.
  const processes = databaseUrl ? extent.processes : 1;
  const dataDirs = Array.from({ length: processes }, (_, nth) => join(folder, `process-${nth}`));
  const first = await openDatabase({ databaseUrl, dataDir: dataDirs[0] as string }, createLog("error"));
  await installClock(first);
  if (!databaseUrl) await first.close();
  const clockFolder = databaseUrl ? folder : join(dataDirs[0] as string, "postgres");
  const clock = new SimulatedClock(clockFolder, databaseUrl ? first : null);
  const random = new SeededRandom(extent.seed);
  const upstream = await serveFeed({ behaviours: behavioursOf(strategy), now: () => clock.now() });
  const settings = {
    CLOCK_AHEAD_FILE: clock.file,
    ...(databaseUrl && {
      DATABASE_URL: databaseUrl,
      STORAGE_URL: `file://${sharedFiles(folder)}`,
      ...secretSettings,
    }),
  };
  const servers = new FeedServers(
    dataDirs.map((dataDir) => ({ ...settings, DATA_DIR: dataDir })),
    new SeededRandom(extent.seed + 1),
  );
  try {
    const changes = await fillMarket(upstream, extent, random);
    await servers.start();
    const budget = budgetOf(extent);
    const control = await FeedControl.create(
      { servers, upstream, clock, budget },
      configurationOf(strategy, {
        origin: upstream.origin,
        pageSize: extent.pageSize,
        budget,
        photos: extent.photos > 0,
      }),
    );
    const judge = new StoreJudge({ servers, upstream, changes, tenant: await servers.openBrokerage() });
    const parts = { servers, upstream, clock, changes, control, judge, random, budget };
    const report = await new FortnightRun(strategy, extent, parts).prove();
    return `${strategy} on ${databaseUrl ? `${processes} processes and PostgreSQL` : "1 process and the embedded database"}, SEED=${extent.seed}: ${report}`;
  } finally {
    await servers.stop();
    if (databaseUrl) await first.close();
    await upstream.close();
    await removeFolder(folder);
  }
}

/** Processes of one installation share the folder of their files. */
function sharedFiles(folder: string): string {
  const files = join(folder, "files");
  mkdirSync(files);
  return files;
}

async function fillMarket(
  upstream: FeedServer,
  { listings, unused, photos }: Extent,
  random: SeededRandom,
): Promise<MarketChanges> {
  const { market } = upstream;
  await loadKingCounty(market, listings + unused, upstream.now());
  for (const key of market.keys("Media"))
    if (Number(market.get("Media", key)?.Order) >= photos) market.remove("Media", key);
  for (const [nth, key] of market.keys("Property").entries()) {
    const leader = market.get("Property", market.keys("Property")[nth - (nth % SAME_TIME)] as string);
    market.put("Property", {
      ...market.get("Property", key),
      ModificationTimestamp: leader?.ModificationTimestamp,
    });
  }
  return new MarketChanges(upstream, random, unused);
}

/** Small enough to be used up by the photos of the first load, and large enough for what else a run needs. */
function budgetOf({ listings, photos }: Extent) {
  const all = listings * Math.max(photos, 1);
  return {
    per_second: 100,
    per_hour: Math.max(LEAST_BUDGET, Math.ceil(all * 0.7)),
    per_day: Math.max(2 * LEAST_BUDGET, Math.ceil(all * 1.5)),
    bytes_per_hour: 1_000_000_000,
  };
}
