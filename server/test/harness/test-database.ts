import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import { inject } from "vitest";
import { createKysely, type DatabaseHandle } from "../../src/platform/database/database.ts";
import { openDatabase, openEmbedded } from "../../src/platform/database/open-database.ts";
import { createPool } from "../../src/platform/database/pool.ts";
import type { DB } from "../../src/platform/database/types.generated.ts";
import { createLog } from "../../src/platform/log.ts";
import { openInHost } from "./embedded-host.ts";
import { startFreezingProxy } from "./freezing-proxy.ts";
import { removeFolder } from "./remove-folder.ts";

export type TestDatabase = DatabaseHandle & {
  /** For files, and for the embedded database. */
  dataDir: string;
  databaseUrl: string | null;
};

/** A database of its own that can be stopped as a whole: it answers no statement, and carries out what it was sent when it thaws. */
export type FreezableDatabase = TestDatabase & {
  freeze(): void;
  thaw(): void;
  /** Cuts the connections that there are, without a word to either side. PostgreSQL alone. */
  loseConnections(): void;
  /** As a server that is stopped: see FreezingProxy. PostgreSQL alone. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** A second connection to the same database, which works while the first one hangs. PostgreSQL alone. */
  beside: Kysely<DB> | null;
};

const run = promisify(execFile);
let made = 0;

/**
 * A migrated, empty database of its own, of the kind the suite runs on. `close` removes it. The embedded one shares a process
 * with the worker's others; with `asInProduct` it has the one that the product starts, and starts again.
 */
export async function openTestDatabase({ asInProduct = false } = {}): Promise<TestDatabase> {
  const template = inject("template");
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-test-"));
  if ("folder" in template) {
    await copyEmbeddedDatabase(dataDir);
    const handle = asInProduct
      ? await openDatabase({ databaseUrl: null, dataDir }, createLog("error"))
      : await openEmbedded(await openInHost(dataDir), createLog("error"));
    return {
      ...handle,
      dataDir,
      databaseUrl: null,
      close: () => handle.close().then(() => removeFolder(dataDir)),
    };
  }

  const name = `lintel_test_${process.pid}_${++made}`;
  const server = createKysely(createPool({ target: { url: template.url }, maxConnections: 1 }));
  await createFromTemplate(name, template.database, server);
  const address = new URL(template.url);
  address.pathname = `/${name}`;
  const handle = await openDatabase({ databaseUrl: address.href, dataDir }, createLog("error"));
  return {
    ...handle,
    dataDir,
    databaseUrl: address.href,
    async close() {
      await handle.close();
      await sql.raw(`drop database ${name} with (force)`).execute(server);
      await server.destroy();
      await removeFolder(dataDir);
    },
  };
}

/** Puts a migrated, empty embedded database into a data folder: the program that starts there need not make one. */
export async function copyEmbeddedDatabase(dataDir: string): Promise<void> {
  const template = inject("template");
  if (!("folder" in template))
    throw new Error("This file belongs into onEmbeddedAlone of test/embedded/embedded-set.ts");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Node copies a thousand small files five times as slowly.
  await run("cp", ["-Rp", join(template.folder, "postgres"), dataDir]);
}

export async function openFreezableDatabase(log = createLog("error")): Promise<FreezableDatabase> {
  const database = await openTestDatabase({ asInProduct: true });
  if (database.databaseUrl === null) {
    const [pid] = embeddedProcesses().slice(-1) as [number];
    return {
      ...database,
      beside: null,
      freeze: () => void process.kill(pid, "SIGSTOP"),
      thaw: () => void process.kill(pid, "SIGCONT"),
      loseConnections: hasNoNetwork,
      stop: hasNoNetwork,
      start: hasNoNetwork,
    };
  }
  const proxy = await startFreezingProxy(database.databaseUrl);
  const handle = await openDatabase({ databaseUrl: proxy.url, dataDir: database.dataDir }, log);
  return {
    ...handle,
    dataDir: database.dataDir,
    databaseUrl: proxy.url,
    beside: database.db,
    freeze: proxy.freeze,
    thaw: proxy.thaw,
    loseConnections: proxy.loseConnections,
    stop: proxy.stop,
    start: proxy.start,
    async close() {
      proxy.thaw();
      await handle.close();
      await proxy.close();
      await database.close();
    },
  };
}

function hasNoNetwork(): never {
  throw new Error("the embedded database has no network");
}

/** Children of this process that serve a folder, the latest last. */
function embeddedProcesses(): number[] {
  const found = execFileSync("pgrep", ["-P", String(process.pid), "-f", "embedded/child"], {
    encoding: "utf8",
  });
  return found.trim().split("\n").map(Number);
}

/** PostgreSQL copies a template for one at a time; the test files start together. */
async function createFromTemplate(name: string, template: string, server: ReturnType<typeof createKysely>) {
  const { rows } = await sql<{
    fsync: string;
  }>`select pg_advisory_lock(7099), current_setting('fsync') as fsync`.execute(server);
  // Files are copied in half of the time, unless each has to reach the disk.
  const strategy = rows[0]?.fsync === "off" ? "file_copy" : "wal_log";
  await sql.raw(`create database ${name} template ${template} strategy ${strategy}`).execute(server);
  await sql`select pg_advisory_unlock(7099)`.execute(server);
}
