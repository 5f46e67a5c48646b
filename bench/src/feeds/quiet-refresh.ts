import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { STATIC_TOKEN } from "../../../feed-server/src/access.ts";
import { type Behaviours, presets } from "../../../feed-server/src/behaviours.ts";
import { loadKingCounty } from "../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../feed-server/src/serve-feed.ts";
import { createKysely } from "../../../server/src/platform/database/database.ts";
import { createPool } from "../../../server/src/platform/database/pool.ts";
import { onNewDatabase } from "../new-database.ts";
import type { StatementCounts } from "../writes/count-statements.ts";
import type { MeasuredServer } from "../writes/measured-servers.ts";
import { ProcessorClock } from "../writes/processor-time.ts";
import { MeasuredFeed, settled, withServer } from "./measured-feed.ts";

const LISTINGS = 300;
/** Between the changes of two listings: the overlap of a refresh has some of them. */
const CHANGED_EVERY_MS = 600_000;
const MAX_REQUESTS = 3;
const MAX_WRITE_MS = 5;
const POLL_MS = 5;
/** Of feeds: jobs write too meanwhile. */
const WRITE =
  /^\s*(commit|(with\b.*\b)?(insert into|update|delete from) "?(feeds|feed_\w+|sources|leases|listings|open_houses)\b)/is;

type Case = { name: string; strategy: string; media: string; copies?: true; behaviours: Partial<Behaviours> };

const CASES: Case[] = [
  { name: "entity_event", strategy: "entity_event", media: "expand", behaviours: {} },
  { name: "timestamp", strategy: "timestamp", media: "expand", behaviours: presets.timestamp ?? {} },
  {
    name: "timestamp, Media by itself",
    strategy: "timestamp",
    media: "resource",
    behaviours: presets.timestamp ?? {},
  },
  {
    name: "next_link",
    strategy: "next_link",
    media: "expand",
    // Its addresses are signed: they differ each time that they are read, and are shown where photos are not copied.
    copies: true,
    behaviours: { ...presets["next-link"], requests_per_second: null },
  },
];

/** Scheduled refreshes in which nothing is new: their requests, and the time of their writes. */
export async function benchQuietRefresh(
  databaseServer: string,
  { refreshes }: { refreshes: number },
): Promise<void> {
  for (const { name, strategy, media, copies = false, behaviours } of CASES) {
    const upstream = await serveFeed({ behaviours });
    await fillMarket(upstream.market);
    const configuration = {
      ...{ source: "bench", base_url: upstream.baseUrl, strategy, media, copy_media: copies },
      auth: { type: "bearer", token: STATIC_TOKEN },
    };
    try {
      await onNewDatabase(databaseServer, (url) =>
        withServer({ DATABASE_URL: url }, async (server) => {
          const feed = await MeasuredFeed.create(server, configuration);
          const { id } = await feed.runAfter(0);
          const measured = await refreshAgain(server, url, { feed: feed.id, after: id, refreshes });
          report(name, measured);
        }),
      );
    } finally {
      await upstream.close();
    }
  }
}

async function fillMarket(market: FeedServer["market"]): Promise<void> {
  await loadKingCounty(market, LISTINGS);
  const keys = market.keys("Property");
  for (const [nth, key] of keys.entries()) {
    const at = new Date(Date.now() - (keys.length - nth) * CHANGED_EVERY_MS).toISOString();
    market.put("Property", { ...market.get("Property", key), ModificationTimestamp: at });
    for (const media of market.mediaOf(key)) {
      if (media.PreferredPhotoYN)
        market.put("Media", { ...media, ModificationTimestamp: at, MediaModificationTimestamp: at });
      else market.remove("Media", String(media.MediaKey));
    }
  }
}

type Measured = { requests: number; writes: number; ms: number; slowest: string };

async function refreshAgain(
  server: MeasuredServer,
  url: string,
  { feed, after, refreshes }: { feed: number; after: number; refreshes: number },
): Promise<Measured[]> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const home = createKysely(createPool({ target: { url }, maxConnections: 1 }));
  await settled(await ProcessorClock.of(server.pid, home));
  await home.destroy();
  const measured: Measured[] = [];
  let last = after;
  // The first ones plan and compile.
  for (let nth = -2; nth < refreshes; nth++) {
    await server.takeStatementCounts();
    await db.query("update feeds set next_run_at = now() where id = $1", [feed]);
    const run = await runAfter(db, feed, last);
    last = run.id;
    const counts = await server.takeStatementCounts();
    if (nth >= 0) measured.push({ requests: run.requests, ...writesOf(counts) });
  }
  await db.end();
  return measured;
}

/** Asked of the database, so that the server has no statements of it. */
async function runAfter(db: pg.Client, feed: number, id: number): Promise<{ id: number; requests: number }> {
  for (;;) {
    const { rows } = await db.query(
      "select id::int, requests, state from feed_runs where feed_id = $1 and id > $2 and state <> 'running'",
      [feed, id],
    );
    if (rows[0]?.state === "succeeded") return rows[0];
    if (rows[0]) throw new Error(`a refresh is ${rows[0].state}`);
    await pause(POLL_MS);
  }
}

function writesOf(counts: StatementCounts): Omit<Measured, "requests"> {
  const writes = Object.entries(counts).filter(([text]) => WRITE.test(text));
  const [slowest = "", { ms = 0 } = {}] = writes.toSorted(([, one], [, other]) => other.ms - one.ms)[0] ?? [];
  return {
    writes: writes.reduce((sum, [, { count }]) => sum + count, 0),
    ms: writes.reduce((sum, [, each]) => sum + each.ms, 0),
    slowest: `${slowest.replaceAll(/\s+/g, " ").trim().slice(0, 60)} (${ms.toFixed(1)} ms)`,
  };
}

function report(name: string, measured: Measured[]): void {
  const sorted = measured.toSorted((one, other) => one.ms - other.ms);
  const median = sorted[Math.floor(sorted.length / 2)] as Measured;
  const most = Math.max(...measured.map(({ requests }) => requests));
  const holds = most <= MAX_REQUESTS && median.ms < MAX_WRITE_MS;
  console.log(
    `  ${name}: ${most} requests (at most ${MAX_REQUESTS}), ${median.writes} writes and commits, ${median.ms.toFixed(1)} ms (under ${MAX_WRITE_MS}; ${sorted[0]?.ms.toFixed(1)} to ${sorted.at(-1)?.ms.toFixed(1)}), the slowest: ${median.slowest}: ${holds ? "holds" : "FAILS"}`,
  );
}
