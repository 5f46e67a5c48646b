import { readFileSync, writeFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { createKysely } from "../../../server/src/platform/database/database.ts";
import { createPool } from "../../../server/src/platform/database/pool.ts";
import type { DB } from "../../../server/src/platform/database/types.generated.ts";
import { onNewDatabase } from "../new-database.ts";
import type { MeasuredServer } from "../writes/measured-servers.ts";
import { ProcessorClock } from "../writes/processor-time.ts";
import { MeasuredFeed, openBrokerage, secondsOf, settled, withRecords, withServer } from "./measured-feed.ts";
import { FIRST_CHANGE } from "./synthetic-keys.ts";

const BATCH = 50_000;
const RECONCILES = 2;
const MAX_MEGABYTES = 200;
const MAX_SECONDS = 60;
/** A reconcile of a source of which nothing has changed: the memory and the processor time that it takes of the server. */
export async function benchReconcile(databaseServer: string, { keys }: { keys: number }): Promise<void> {
  await withRecords(["keys", keys], (baseUrl) =>
    onNewDatabase(databaseServer, async (url) => {
      const settings = { DATABASE_URL: url };
      const feed = await withServer(settings, async (server) => {
        await openBrokerage(server);
        return MeasuredFeed.create(server, { source: "keys", base_url: baseUrl, enabled: false });
      });
      const db = createKysely(createPool({ target: { url }, maxConnections: 1 }));
      try {
        await fillKeys(db, feed.id, keys);
        await withServer(settings, (server) => measure(server, feed.at(server), db, keys));
      } finally {
        await db.destroy();
      }
    }),
  );
}

/** Stores what `syntheticKey` generates, as a feed that was loaded. */
async function fillKeys(db: Kysely<DB>, feedId: number, keys: number): Promise<void> {
  for (let from = 1; from <= keys; from += BATCH) {
    await sql`
      insert into listings (
        source_id, content_hash, photos_hash, reso_property_type, property_type, listing_key, listing_id, status, list_price,
        beds, city, state, zip, as_of
      )
      select
        source_id, '', '', 'Residential', 'Residential', 'K' || lpad(nth::text, 7, '0'), 'K' || lpad(nth::text, 7, '0'), 'Active',
        100000 + nth, 1 + nth % 6, 'City ' || nth % 200, 'ID', (83000 + nth % 320)::text,
        ${FIRST_CHANGE}::timestamptz + nth * interval '1 millisecond'
      from feeds, generate_series(${from}::int, ${Math.min(keys, from + BATCH - 1)}::int) nth
      where feeds.id = ${feedId}`.execute(db);
  }
  const Property = { timestamp: FIRST_CHANGE, key: "", complete: true, run: 0 };
  const cursors = { load: { startedAt: FIRST_CHANGE }, paging: "timestamp", Property };
  await sql`
    update feeds
    set loaded_at = now(), chosen_strategy = 'timestamp', cursors = ${JSON.stringify(cursors)}::jsonb
    where id = ${feedId}`.execute(db);
  await sql`analyze listings`.execute(db);
}

async function measure(
  server: MeasuredServer,
  feed: MeasuredFeed,
  db: Kysely<DB>,
  keys: number,
): Promise<void> {
  const clock = await ProcessorClock.of(server.pid, db);
  await settled(clock);
  let last = 0;
  for (let nth = 0; nth < RECONCILES; nth++) {
    const before = { memory: megabytes(server.pid, "VmRSS"), time: clock.read() };
    // The peak is measured from here on.
    writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
    if (nth === 0) await feed.enable();
    else await feed.request("reconcile");
    const run = await feed.runAfter(last);
    last = run.id;
    const after = clock.read();
    const added = megabytes(server.pid, "VmHWM") - before.memory;
    const seconds = (after.server - before.time.server) / 1000;
    const holds = added < MAX_MEGABYTES && seconds < MAX_SECONDS && run.removed === 0 && run.read === 0;
    console.log(
      `  ${run.kind} of ${keys.toLocaleString("en")} keys: ${added.toFixed(0)} MB more than the ${before.memory.toFixed(0)} before (under ${MAX_MEGABYTES}), ${seconds.toFixed(1)} s of our processor time (under ${MAX_SECONDS}), ${((after.database - before.time.database) / 1000).toFixed(1)} s of PostgreSQL's, ${secondsOf(run).toFixed(1)} s in all, ${run.requests} requests: ${holds ? "holds" : "FAILS"}`,
    );
  }
}

function megabytes(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
