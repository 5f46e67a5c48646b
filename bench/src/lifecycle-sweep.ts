import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { readConfig } from "../../server/src/platform/config/config.ts";
import { loadSecrets } from "../../server/src/platform/config/secrets.ts";
import { createKysely, type Db } from "../../server/src/platform/database/database.ts";
import { openDatabase } from "../../server/src/platform/database/open-database.ts";
import { createPool } from "../../server/src/platform/database/pool.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { createServices, ownContext } from "../../server/src/services.ts";
import { runSweep } from "../../server/src/sweep/index.ts";
import { fillOpenLeads, makeDue } from "./synthetic-open-leads.ts";

const IDLE_RUNS = 20;

/**
 * The sweep of 100,000 open leads in 500 brokerages, with nothing due and with some of everything due, against the same of
 * 1,000 open leads.
 */
export async function benchSweep(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error("Run it with a database: scripts/with-postgres.sh npm run bench sweep");
  for (const [leads, brokerages] of [
    [1000, 5],
    [100_000, 500],
  ] as const) {
    await withProduct(server, async (sweep, db) => {
      await fillOpenLeads(db, { leads, brokerages });
      console.log(`${leads.toLocaleString("en")} open leads, ${brokerages} brokerages`);
      await sweep();
      const idle: number[] = [];
      for (let run = 0; run < IDLE_RUNS; run++) idle.push((await sweep()).ms);
      const sorted = idle.toSorted((one, other) => one - other);
      console.log(`  nothing due: median ${ms(sorted[IDLE_RUNS / 2])}, slowest ${ms(sorted.at(-1))}`);
      for (const share of [0.01, 0.1]) {
        await makeDue(db, share);
        const { ms: took, counts } = await sweep();
        const actions = Object.entries(counts).filter(([, count]) => count > 0);
        const total = actions.reduce((sum, [, count]) => sum + count, 0);
        const said = actions.map(([action, count]) => `${action} ${count}`).join(", ");
        console.log(`  ${share * 100} % of the leads due: ${total} actions in ${ms(took)} (${said})`);
      }
    });
  }
}

const ms = (value = 0) => `${value.toFixed(0)} ms`;

type Sweep = () => Promise<{ ms: number; counts: Record<string, number> }>;

async function withProduct(server: string, work: (sweep: Sweep, db: Db) => Promise<void>): Promise<void> {
  const name = `lintel_bench_sweep_${process.pid}`;
  const home = createKysely(createPool({ target: { url: server }, maxConnections: 1 }));
  await sql.raw(`create database ${name}`).execute(home);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const config = readConfig({
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    FAVORITES_SECRET: "the secret of a benchmark, thirty-two characters",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const log = createLog("error");
  const database = await openDatabase(config, log);
  try {
    const services = createServices({ config, secrets: await loadSecrets(config), database, log });
    const sweep: Sweep = async () => {
      const began = performance.now();
      const { counts } = await runSweep(ownContext(services, "bench"));
      return { ms: performance.now() - began, counts };
    };
    await work(sweep, database.db);
  } finally {
    await database.close();
    await sql.raw(`drop database ${name} with (force)`).execute(home);
    await home.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}
