import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { freePort } from "../../server/test/harness/run-lintel.ts";
import { LISTING_SEARCHES, spread } from "./listing-searches.ts";
import { onNewDatabase, onNewFolder } from "./new-database.ts";
import { postmasterOf } from "./postmaster.ts";
import { median } from "./quantile.ts";
import { rawImport } from "./raw-import.ts";
import { runLintel, SECRETS, type Tree } from "./run-lintel.ts";
import { steadySearches } from "./steady-searches.ts";
import { syntheticFeed, writeFeed } from "./synthetic-feed.ts";

const HERE = fileURLToPath(new URL("../../", import.meta.url));
const LISTED = 3000;
/** Processor time of our processes (the embedded database among them) and of PostgreSQL, in seconds. */
type Measured = { rows: number; seconds: number; own: number; database: number };

/**
 * Imports of a feed with Media through the command line, beside a raw `unnest` of the same rows, and searches of a server while a
 * feed is sent to it; on the embedded database, and on PostgreSQL where DATABASE_URL is there. `-- --against FOLDER` measures another
 * checkout in the same run, `--media N` and `--rows N` change the feed, `--only rate` or `--only searches` runs one half.
 */
export async function benchListingImport(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      against: { type: "string" },
      rows: { type: "string", default: "10000" },
      media: { type: "string", default: "10" },
      rounds: { type: "string", default: "3" },
      only: { type: "string" },
      database: { type: "string" },
    },
  });
  const trees: Tree[] = [{ name: "this tree", folder: HERE }];
  if (values.against) trees.unshift({ name: values.against, folder: resolve(values.against) });
  const media = Number(values.media);
  const scratch = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const servers = [process.env.DATABASE_URL ?? null, null].filter((url, at) => at === 1 || url !== null);
  const wanted = servers.filter(
    (url) => !values.database || (values.database === "embedded") === (url === null),
  );
  try {
    await writeFeed(join(scratch, "nothing.ndjson"), []);
    for (const server of wanted) {
      const title = server === null ? "embedded database" : "PostgreSQL";
      if (values.only !== "searches") {
        const rows = server === null ? Math.ceil(Number(values.rows) / 2) : Number(values.rows);
        const feed = join(scratch, `feed-${rows}.ndjson`);
        const bytes = await writeFeed(feed, syntheticFeed(rows, { media }));
        console.log(
          `${title}: import of ${rows} listings with ${media} Media, ${Math.round(bytes / 1e6)} MB`,
        );
        await compareRates({ server, trees, scratch, feed, rows, media, rounds: Number(values.rounds) });
      }
      if (values.only !== "rate") {
        for (const tree of trees) await searchesMeanwhile({ server, tree, scratch, media });
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function importOf(tree: Tree, file: string, settings: Record<string, string>, rows = 0) {
  const { stdout, processorSeconds } = await runLintel(tree, ["import", file], settings);
  const rate = Number(/([\d,]+) rows\/s/.exec(stdout)?.[1]?.replaceAll(",", ""));
  if (!stdout.includes(`${rows.toLocaleString("en")} created`)) throw new Error(stdout);
  return { rows, seconds: rows / rate, own: processorSeconds };
}

type Rates = {
  server: string | null;
  trees: Tree[];
  scratch: string;
  feed: string;
  rows: number;
  media: number;
  rounds: number;
};

async function compareRates({ server, trees, scratch, feed, rows, media, rounds }: Rates): Promise<void> {
  const results = new Map<string, Measured[]>();
  const note = (name: string, measured: Measured) =>
    results.set(name, [...(results.get(name) ?? []), measured]);
  for (let round = 0; round < rounds; round++) {
    if (server !== null) {
      note(
        "raw unnest",
        await onNewDatabase(server, async (url) => {
          await runLintel(trees[0] as Tree, ["migrate"], { DATABASE_URL: url });
          return measure(server, () =>
            rawImport(url, syntheticFeed(rows, { media })).then((seconds) => ({ rows, seconds })),
          );
        }),
      );
    }
    for (const tree of trees) {
      const run = async (settings: Record<string, string>) => {
        await runLintel(tree, ["migrate"], settings);
        // What the command takes without rows is no part of a row's cost.
        const start = await measure(server, () => importOf(tree, join(scratch, "nothing.ndjson"), settings));
        const { seconds, own, database } = await measure(server, () => importOf(tree, feed, settings, rows));
        return { rows, seconds, own: own - start.own, database: database - start.database };
      };
      note(
        tree.name,
        server === null
          ? await onNewFolder(run)
          : await onNewDatabase(server, (url) => run({ DATABASE_URL: url })),
      );
    }
  }
  const medianOf = (name: string, value: (measured: Measured) => number) =>
    median((results.get(name) ?? []).map(value));
  const rate = (each: Measured) => each.rows / each.seconds;
  const raw = medianOf("raw unnest", rate);
  for (const [name, measured] of results) {
    const own = (medianOf(name, (each) => each.own) / rows) * 1e6;
    const database = (medianOf(name, (each) => each.database) / rows) * 1e6;
    console.log(
      `  ${name.padEnd(12)} ${Math.round(medianOf(name, rate)).toLocaleString("en").padStart(6)} rows/s (${measured
        .map((each) => Math.round(rate(each)))
        .join(
          ", ",
        )})  processor time a row: ${Math.round(own)} µs${server === null ? " with the database" : ` and ${Math.round(database)} µs of PostgreSQL`}` +
        `${raw > 0 && name !== "raw unnest" ? `  ${(medianOf(name, rate) / raw).toFixed(2)} of raw` : ""}`,
    );
  }
}

/** Sends 5,000 records to a server that lists some already: as fast as it takes them, or 1,000 a second. */
async function searchesMeanwhile(options: {
  server: string | null;
  tree: Tree;
  scratch: string;
  media: number;
}): Promise<void> {
  const { server, tree, media } = options;
  const work = async (settings: Record<string, string>) => {
    const port = await freePort();
    const environment = {
      ...process.env,
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      ...SECRETS,
      DATABASE_URL: "",
      ...settings,
      PORT: String(port),
    };
    const key = (
      await runLintel(tree, ["keys", "create", "--name", "bench", "--role", "admin"], environment)
    ).stdout.split("\n", 1)[0] as string;
    const child = spawn(process.execPath, [join(tree.folder, "server/src/main.ts"), "serve"], {
      env: environment as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(child.stdout, "data");
      child.stdout.resume();
      const base = `http://localhost:${port}`;
      const post = async (path: string, body: object) => {
        const reply = await fetch(new URL(path, base), {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
        return (await reply.json()) as { id: number };
      };
      const { id } = await post("/api/admin/brokerages", { name: "Bench", slug: "bench" });
      await post(`/api/admin/brokerages/${id}/domains`, { domain: "localhost" });
      await send(base, key, syntheticFeed(LISTED, { media }), null);
      await steadySearches(base, LISTING_SEARCHES, pause(2000));
      const alone = await steadySearches(base, LISTING_SEARCHES, pause(5000));
      const started = performance.now();
      const sending = send(
        base,
        key,
        syntheticFeed(5000, { media, from: LISTED }),
        server === null ? null : 1000,
      );
      const during = await steadySearches(base, LISTING_SEARCHES, sending);
      const rate = Math.round(5000 / ((performance.now() - started) / 1000));
      console.log(
        `  ${server === null ? "embedded" : "PostgreSQL"}, ${tree.name}: searches alone ${spread(alone)}; during an import at ${rate} rows/s ${spread(during)}`,
      );
    } finally {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  };
  await (server === null ? onNewFolder(work) : onNewDatabase(server, (url) => work({ DATABASE_URL: url })));
}

async function send(
  base: string,
  key: string,
  records: Iterable<object>,
  aSecond: number | null,
): Promise<void> {
  const url = new URL("/api/admin/listings/import?source=feed", base);
  const sent = request(url, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/x-ndjson" },
  });
  const replied = once(sent, "response");
  const started = performance.now();
  let count = 0;
  for (const record of records) {
    if (!sent.write(`${JSON.stringify(record)}\n`)) await once(sent, "drain");
    if (aSecond !== null && ++count % 20 === 0) {
      await pause(Math.max(0, started + (count / aSecond) * 1000 - performance.now()));
    }
  }
  sent.end();
  const [reply] = await replied;
  let body = "";
  for await (const text of reply.setEncoding("utf8")) body += text;
  if (reply.statusCode !== 200) throw new Error(`the import answered ${reply.statusCode}: ${body}`);
}

async function measure(
  server: string | null,
  work: () => Promise<{ rows: number; seconds: number; own?: number }>,
): Promise<Measured> {
  const postmaster = server === null ? null : await postmasterOf(server);
  const [databaseBefore, before] = [await treeSeconds(postmaster), process.cpuUsage()];
  const { rows, seconds, own } = await work();
  const { user, system } = process.cpuUsage(before);
  // The postmaster counts a connection's process once it has ended.
  if (postmaster !== null) await pause(300);
  return {
    rows,
    seconds,
    own: own ?? (user + system) / 1e6,
    database: (await treeSeconds(postmaster)) - databaseBefore,
  };
}

/** Processor time of a process, of its children that have ended, and of those that are there: Linux alone tells. */
async function treeSeconds(parent: number | null): Promise<number> {
  if (parent === null) return 0;
  let ticks = 0;
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    if (Number(pid) === parent) ticks += fields[11]! + fields[12]! + fields[13]! + fields[14]!;
    else if (fields[1] === parent) ticks += fields[11]! + fields[12]!;
  }
  return ticks / 100;
}
