import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { withOwnDatabase } from "../../server/test/proofs/own-database.ts";
import { answers } from "./peers/answer-queries.ts";
import { compareReplies } from "./peers/compare-replies.ts";
import { type Contender, hasFastApi, startBareHttp, startContenders } from "./peers/contenders.ts";
import { fillPostgres, fillSqlite } from "./peers/fill-databases.ts";
import { installFastApi, installNodePeers } from "./peers/install-peers.ts";
import { LoadGenerator } from "./peers/load-generator.ts";
import { type Entry, measureRounds } from "./peers/measure-rounds.ts";
import { measureQuerySpace, widths } from "./peers/queries.ts";
import { answerTables, conditionsOf, listTables, type Results } from "./peers/results-tables.ts";
import { firstPaths, REPEATED, seeds, type Workload } from "./peers/workloads.ts";
import { writeResults } from "./peers/write-results.ts";
import { postmasterOf } from "./postmaster.ts";
import { median } from "./quantile.ts";
import { rerunWith } from "./rerun-with.ts";
import { syntheticListings } from "./synthetic-listings.ts";

/** Of the requests of each workload, so many are compared before anything is timed. */
const COMPARED = 30;

/**
 * Listing searches of this product and of what a user might write instead, on the same data: Fastify with pg, FastAPI with asyncpg,
 * Fastify with SQLite; and the same bytes from a bare `node:http`. Then facets, map clusters and vector tiles of the product and the two
 * with Fastify, and its near misses. `-- --listings 1000000`, `--seconds`, `--rounds`, `--connections`;
 * `--write` replaces the figures in docs/benchmarks/, and with 100,000 listings in the README.
 */
export async function benchPeers(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      listings: { type: "string", default: "100000" },
      seconds: { type: "string", default: "2" },
      rounds: { type: "string", default: "3" },
      connections: { type: "string", default: "24" },
      write: { type: "boolean", default: false },
    },
  });
  const server = process.env.DATABASE_URL;
  if (!server) return rerunWith("with-postgres.sh");
  installNodePeers();
  if (!hasFastApi() && !installFastApi())
    console.log(
      "FastAPI is left out: Debian's packages could not be installed (needs apt-get and root or sudo).",
    );

  const count = Number(values.listings);
  const scratch = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  try {
    await withOwnDatabase(server, async (databaseUrl) => {
      const results = await compareAndMeasure(databaseUrl, scratch, {
        listings: count,
        seconds: Number(values.seconds),
        rounds: Number(values.rounds),
        connections: Number(values.connections),
      });
      console.log(`\n${conditionsOf(results)}\n\n${listTables(results)}\n\n${answerTables(results)}`);
      if (values.write) await writeResults(results);
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

type Options = { listings: number; seconds: number; rounds: number; connections: number };

async function compareAndMeasure(databaseUrl: string, scratch: string, options: Options): Promise<Results> {
  const { listings } = options;
  const load = loadavg()[0]!;
  console.log(`${listings.toLocaleString("en")} listings: writing them…`);
  await fillPostgres(databaseUrl, listings);
  const sqliteFile = join(scratch, "listings.sqlite");
  await fillSqlite(databaseUrl, sqliteFile);
  const space = measureQuerySpace(syntheticListings(listings), listings);

  const contenders: Contender[] = [];
  const generator = new LoadGenerator();
  try {
    await startContenders({ databaseUrl, sqliteFile, dataDir: join(scratch, "data") }, contenders);
    console.log(`Comparing the replies of ${contenders.map(({ name }) => name).join(", ")}…`);
    const matches = new Map<Workload, number>();
    for (const workload of [...widths, ...answers]) {
      const paths = firstPaths(space, workload, seeds.compared, COMPARED);
      const totals = await compareReplies(contenders, workload, paths);
      matches.set(workload, median(totals));
    }
    const repeated = widths.flatMap((width) => firstPaths(space, width, seeds.repeated, REPEATED));
    const ceiling = await startBareHttp(contenders[0]!, repeated);
    const servers = [...contenders];
    contenders.push(ceiling);
    const measure = async (what: string, workloads: readonly Workload[], entries: readonly Entry[]) =>
      measureRounds({
        ...{ ...options, workloads, entries, generator, space },
        postmaster: await postmasterOf(databaseUrl),
        onRound: (nth) => console.log(`${what}: round ${nth} of ${options.rounds}…`),
      });
    const listEntries: Entry[] = servers.flatMap((contender) => [
      { contender, searches: "repeated" },
      { contender, searches: "new" },
    ]);
    const rows = await measure("List searches", widths, [
      ...listEntries,
      { contender: ceiling, searches: "repeated", isCeiling: true },
    ]);
    const answerRows = await measure(
      "Answers beside the list",
      answers,
      servers.map((contender) => ({ contender, searches: "new" })),
    );
    return { rows, answerRows, matches, options, environment: await environmentOf(databaseUrl, load) };
  } finally {
    generator.stop();
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}

async function environmentOf(databaseUrl: string, loadBefore: number): Promise<Results["environment"]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query("select current_setting('server_version') as version");
  await client.end();
  return {
    node: process.version,
    postgres: rows[0].version.split(" ")[0],
    cores: availableParallelism(),
    loadBefore,
    day: new Date().toISOString().slice(0, 10),
  };
}
