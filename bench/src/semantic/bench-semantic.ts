import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { createKysely, type Db } from "../../../server/src/platform/database/database.ts";
import { createPool } from "../../../server/src/platform/database/pool.ts";
import { median } from "../quantile.ts";
import { writeFeed } from "../synthetic-feed.ts";
import { describedFeed, describedQueries } from "./described-feed.ts";
import { postgresTime, usedBetween } from "./postgres-time.ts";
import { type Environment, runCommand, SearchServer } from "./search-server.ts";

const HERE = fileURLToPath(new URL("../../../", import.meta.url));
const REFUSED = "no pool";
const SMALL_SEARCH = "/api/properties?min_lat=43.5&max_lat=43.52&min_lng=-116.4&max_lng=-116.38&page_size=20";
const SMALL_A_SECOND = 100;
const SMALL_MS = 4000;
const REFUSED_STREAMS = 4;
const COMPARED = 40;

type Tree = {
  name: string;
  folder: string;
  environment: Environment;
  queries: Iterator<string>;
  /** Processor time of the connections of its server. */
  postgresTime: () => Promise<Map<number, number>>;
};
type Figures = Record<string, number>;

/**
 * Semantic searches of a server with 100,000 described listings: processor time of its main thread and of all its threads for a
 * query, queries a second on 16 connections, and small listing searches beside a stream of queries that only refuse a feature.
 * `-- --against FOLDER` measures another checkout in the same run, `--keep NAME` keeps the filled databases and vectors for the
 * next run with the same name, `--listings N`, `--rounds N` and `--queries N` change the sizes, `--profile FOLDER` writes CPU profiles.
 */
export async function benchSemantic(): Promise<void> {
  const { values: options } = parseArgs({
    args: process.argv.slice(3),
    options: {
      against: { type: "string" },
      keep: { type: "string" },
      listings: { type: "string", default: "100000" },
      rounds: { type: "string", default: "3" },
      queries: { type: "string", default: "60" },
      profile: { type: "string" },
    },
  });
  const serverUrl = process.env.DATABASE_URL;
  if (!serverUrl) throw new Error("Needs PostgreSQL: scripts/with-postgres.sh npm run bench semantic");
  const home = createKysely(createPool({ target: { url: serverUrl }, maxConnections: 1 }));
  const scratch = options.keep
    ? join(tmpdir(), `lintel-bench-${options.keep}`)
    : await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const folders = [...(options.against ? [resolve(options.against)] : []), HERE];
  const trees: Tree[] = [];
  const names: string[] = [];
  try {
    for (const [nth, folder] of folders.entries()) {
      const database = `lintel_bench_${options.keep ?? process.pid}_${folders.length - nth}`;
      const environment = {
        DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href,
        DATA_DIR: join(scratch, database),
      };
      names.push(database);
      const name = folder === HERE ? "this tree" : folder;
      const times = () => postgresTime(home, database);
      trees.push({ name, folder, environment, queries: describedQueries(), postgresTime: times });
      await fill(home, database, folder, environment, Number(options.listings));
    }
    const profile = options.profile ? ["--cpu-prof", `--cpu-prof-dir=${resolve(options.profile)}`] : [];
    await measure(trees, Number(options.rounds), Number(options.queries), profile);
  } finally {
    if (!options.keep) {
      for (const name of names) await sql.raw(`drop database if exists ${name} with (force)`).execute(home);
      await rm(scratch, { recursive: true, force: true });
    }
    await home.destroy();
  }
}

/** Imports the listings with the tree's own command, and waits until its server has embedded them. */
async function fill(home: Db, database: string, folder: string, environment: Environment, listings: number) {
  const { rows } = await sql`select from pg_database where datname = ${database}`.execute(home);
  if (rows.length > 0) return;
  await sql.raw(`create database ${database}`).execute(home);
  await mkdir(environment.DATA_DIR, { recursive: true });
  const feed = join(environment.DATA_DIR, "feed.ndjson");
  await writeFeed(feed, describedFeed(listings));
  await runCommand(folder, ["migrate"], environment);
  await runCommand(folder, ["import", feed], environment);
  const server = await SearchServer.start(folder, environment);
  const db = createKysely(createPool({ target: { url: environment.DATABASE_URL }, maxConnections: 1 }));
  await server.openBrokerage();
  for (let embedded = 0; embedded < listings; ) {
    await pause(1000);
    const { rows } = await sql<{ count: string }>`select count(*) as count from listing_vectors`.execute(db);
    embedded = Number(rows[0]?.count);
  }
  await sql`vacuum (analyze)`.execute(db);
  await db.destroy();
  await server.search("a first query");
  await server.quiet();
  await server.stop();
}

/** Prints how many queries have the page that the tree before had. @returns the pages. */
async function comparePages(server: SearchServer, known: string[][]): Promise<string[][]> {
  const pages: string[][] = [];
  const queries = describedQueries();
  for (let nth = 0; nth < COMPARED; nth++) pages.push(await server.search(queries.next().value as string));
  if (known.length > 0) {
    const same = pages.filter((page, nth) => page.join() === known[nth]?.join()).length;
    console.log(`the same page of results in both trees: ${same} of ${COMPARED} queries`);
  }
  return pages;
}

async function measure(trees: Tree[], rounds: number, queries: number, profile: string[]): Promise<void> {
  const figures = new Map<Tree, Figures[]>(trees.map((tree) => [tree, []]));
  let pages: string[][] = [];
  for (let round = 0; round < rounds; round++) {
    for (const tree of trees) {
      const server = await SearchServer.start(tree.folder, tree.environment, profile);
      try {
        await server.search("a first query");
        await server.quiet();
        if (round === 0) pages = await comparePages(server, pages);
        for (let nth = 0; nth < 10; nth++) await server.search(nextOf(tree));
        for (let nth = 0; nth < 3; nth++) await server.search(REFUSED);
        figures.get(tree)?.push(await measureRound(server, tree, queries));
      } finally {
        await server.stop();
      }
    }
  }
  for (const [tree, all] of figures) {
    console.log(`${tree.name}:`);
    for (const name of Object.keys(all[0] ?? {})) {
      const values = all.map((each) => each[name] as number).toSorted((a, b) => a - b);
      console.log(
        `  ${name.padEnd(58)} ${median(values).toFixed(1).padStart(8)}  (${values.map((each) => each.toFixed(1)).join(", ")})`,
      );
    }
  }
}

function nextOf({ queries }: Tree): string {
  return queries.next().value as string;
}

async function measureRound(server: SearchServer, tree: Tree, queries: number): Promise<Figures> {
  const described = () => server.search(nextOf(tree));
  const refused = () => server.search(REFUSED);
  const one = await timed(server, tree, 1, queries, described);
  const onlyRefused = await timed(server, tree, 1, queries / 2, refused);
  const many = await timed(server, tree, 16, queries * 2, described);
  const manyRefused = await timed(server, tree, 16, queries, refused);
  const alone = await smallSearches(server, pause(SMALL_MS));
  const state = { over: false };
  const streams = Array.from({ length: REFUSED_STREAMS }, async () => {
    while (!state.over) await refused();
  });
  const beside = await smallSearches(server, pause(SMALL_MS));
  state.over = true;
  await Promise.all(streams);
  return {
    "main thread, ms a query": one.main,
    "all threads, ms a query": one.all,
    "PostgreSQL, ms a query": one.postgres,
    "one connection, ms a query": one.ms,
    "16 connections: queries/s": many.rate,
    "16 connections: main thread, ms a query": many.main,
    "16 connections: all threads, ms a query": many.all,
    "16 connections: PostgreSQL, ms a query": many.postgres,
    [`"${REFUSED}": main thread, ms a query`]: onlyRefused.main,
    [`"${REFUSED}": all threads, ms a query`]: onlyRefused.all,
    [`"${REFUSED}": 16 connections: queries/s`]: manyRefused.rate,
    "small listing searches alone: p50 ms": alone.p50,
    "small listing searches alone: p99 ms": alone.p99,
    [`small listing searches beside "${REFUSED}": p50 ms`]: beside.p50,
    [`small listing searches beside "${REFUSED}": p99 ms`]: beside.p99,
  };
}

async function timed(
  server: SearchServer,
  { postgresTime }: Tree,
  connections: number,
  count: number,
  search: () => Promise<unknown>,
) {
  const before = await server.time();
  const used = await postgresTime();
  const started = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) await search();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const after = await server.time();
  const postgres = usedBetween(used, await postgresTime());
  return {
    postgres: postgres / count,
    main: (after.main - before.main) / count,
    all: (after.all - before.all) / count,
    ms: (seconds * 1000) / count,
    rate: count / seconds,
  };
}

/** Searches at fixed times, regardless of whether earlier ones have finished. */
async function smallSearches(server: SearchServer, during: Promise<unknown>) {
  const state = { over: false };
  void during.then(() => {
    state.over = true;
  });
  const times: number[] = [];
  const pending: Promise<unknown>[] = [];
  const started = performance.now();
  for (let nth = 0; !state.over; nth++) {
    const due = started + (nth * 1000) / SMALL_A_SECOND;
    await pause(Math.max(0, due - performance.now()));
    const sent = performance.now();
    pending.push(server.get(SMALL_SEARCH).then(() => times.push(performance.now() - sent)));
  }
  await Promise.all(pending);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
