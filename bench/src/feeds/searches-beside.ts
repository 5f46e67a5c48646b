import { setTimeout as pause } from "node:timers/promises";
import { LISTING_SEARCHES, spread } from "../listing-searches.ts";
import { onNew } from "../new-database.ts";
import { steadySearches } from "../steady-searches.ts";
import type { MeasuredServer } from "../writes/measured-servers.ts";
import { MeasuredFeed, openBrokerage, secondsOf, withRecords, withServer } from "./measured-feed.ts";

const LISTED = 3000;
const WARMING_MS = 2000;
const ALONE_MS = 5000;
const PAGE = 1000;
/** At most that much of the quiet value on PostgreSQL, and that many milliseconds on the embedded database. */
const MOST = { times: 2, embeddedMs: 50 };

/** Searches over HTTP, alone and while a feed of the same server is loaded. */
export async function benchSearchesBeside(
  database: string | null,
  { rows, media }: { rows: number; media: number },
): Promise<void> {
  await withRecords(["records", LISTED, media], (listed) =>
    withRecords(["records", rows, media, LISTED], (loaded) =>
      onNew(database, (settings) =>
        withServer(settings, (server) => compare(server, database, { listed, loaded, rows })),
      ),
    ),
  );
}

async function compare(
  server: MeasuredServer,
  database: string | null,
  { listed, loaded, rows }: { listed: string; loaded: string; rows: number },
): Promise<void> {
  await openBrokerage(server);
  const first = await MeasuredFeed.create(server, { source: "listed", base_url: listed, page_size: PAGE });
  await first.runAfter(0);
  await steadySearches(server.base, LISTING_SEARCHES, pause(WARMING_MS));
  const alone = await steadySearches(server.base, LISTING_SEARCHES, pause(ALONE_MS));
  const second = await MeasuredFeed.create(server, { source: "loaded", base_url: loaded, page_size: PAGE });
  const run = second.runAfter(0);
  const during = await steadySearches(server.base, LISTING_SEARCHES, run);
  const [quiet, beside] = [p99(alone), p99(during)];
  const most = database === null ? MOST.embeddedMs : MOST.times * quiet;
  const rate = Math.round(rows / secondsOf(await run));
  console.log(
    `  ${database === null ? "embedded" : "PostgreSQL"}: searches alone ${spread(alone)}; while a feed loads ${rate.toLocaleString("en")} rows/s ${spread(during)}: p99 ${(beside / quiet).toFixed(2)} times the quiet value, at most ${most.toFixed(1)} ms: ${beside <= most ? "holds" : "FAILS"}`,
  );
}

function p99(times: Map<string, number[]>): number {
  const sorted = [...times.values()].flat().toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
