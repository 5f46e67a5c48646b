import { monitorEventLoopDelay } from "node:perf_hooks";
import { IndexSnapshots } from "../../../server/src/listings/index-snapshot/index-snapshots.ts";
import { IndexKeeper } from "../../../server/src/listings/search-index/index-keeper.ts";
import { readConfig } from "../../../server/src/platform/config/config.ts";
import { openDatabase } from "../../../server/src/platform/database/open-database.ts";
import { createLog } from "../../../server/src/platform/log.ts";

export type Ready = {
  size: number;
  readyMs: number;
  /** Of this process, without the database's. */
  cpuMs: number;
  completionsMs: number;
  residentAtReady: number;
  resident: number;
  storedMs: number;
  holdMs: number;
};

const NEVER = 2 ** 30;

// The process that bench-ready.ts measures: without | store | with.
const [mode] = process.argv.slice(2);
const config = readConfig(process.env);
const log = createLog("warn");
const { db, close } = await openDatabase(config, log);
const timings = { leastListings: 0, firstAfterMs: NEVER, everyMs: NEVER };
const snapshots = new IndexSnapshots({ db, log, dataDir: config.dataDir }, timings);
let current: Parameters<IndexSnapshots["keep"]>[0] | undefined;
snapshots.keep = (state) => {
  current = state;
};
const keeper = new IndexKeeper(db, log, mode === "without" ? null : snapshots);

const started = performance.now();
const cpu = process.cpuUsage();
const cpuMs = () => {
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000;
};
await keeper.start();
const readyMs = performance.now() - started;
const atReady = { cpuMs: cpuMs(), residentAtReady: process.memoryUsage().rss };
await keeper.suggest("main", null, 5);
const completionsMs = performance.now() - started - readyMs;
const holds = monitorEventLoopDelay({ resolution: 1 });
holds.enable();
const storing = performance.now();
if (mode === "store" && current) await snapshots.store(current());
const storedMs = performance.now() - storing;
const holdMs = Math.round(holds.max / 1e6);
globalThis.gc?.();
const { rss } = process.memoryUsage();
await keeper.stop();
await close();
const ready: Ready = {
  size: keeper.size,
  readyMs,
  ...atReady,
  completionsMs,
  resident: rss,
  storedMs,
  holdMs,
};
process.stdout.write(JSON.stringify(ready));
