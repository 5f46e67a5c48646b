import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { readConfig } from "../../server/src/platform/config/config.ts";
import { loadSecrets } from "../../server/src/platform/config/secrets.ts";
import { createKysely } from "../../server/src/platform/database/database.ts";
import { openDatabase } from "../../server/src/platform/database/open-database.ts";
import { createPool } from "../../server/src/platform/database/pool.ts";
import { createLog } from "../../server/src/platform/log.ts";
import type { Services } from "../../server/src/services.ts";
import { createServices } from "../../server/src/services.ts";

/** The product without HTTP, on a new database of that PostgreSQL server, which is dropped after the work. */
export async function withProduct(
  server: string,
  settings: Record<string, string>,
  work: (services: Services) => Promise<void>,
): Promise<void> {
  const name = `lintel_bench_${process.pid}`;
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
    ...settings,
  });
  const log = createLog("error");
  const database = await openDatabase(config, log);
  try {
    await work(createServices({ config, secrets: await loadSecrets(config), database, log }));
  } finally {
    await database.close();
    await sql.raw(`drop database ${name} with (force)`).execute(home);
    await home.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}
