import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { inject } from "vitest";
import { createKysely, type DatabaseHandle } from "../../src/platform/database/database.ts";
import { openDatabase, openEmbedded } from "../../src/platform/database/open-database.ts";
import { createPool } from "../../src/platform/database/pool.ts";
import { createLog } from "../../src/platform/log.ts";
import { openInHost } from "./embedded-host.ts";
import { removeFolder } from "./remove-folder.ts";

export type TestDatabase = DatabaseHandle & {
  /** For files, and for the embedded database. */
  dataDir: string;
  databaseUrl: string | null;
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
    // Node copies a thousand small files five times as slowly.
    await run("cp", ["-R", join(template.folder, "postgres"), dataDir]);
    const handle = asInProduct
      ? await openDatabase({ databaseUrl: null, dataDir }, createLog("error"))
      : await openEmbedded(await openInHost(dataDir));
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

/** PostgreSQL copies a template for one at a time; the test files start together. */
async function createFromTemplate(name: string, template: string, server: ReturnType<typeof createKysely>) {
  await sql`select pg_advisory_lock(7099)`.execute(server);
  await sql.raw(`create database ${name} template ${template}`).execute(server);
  await sql`select pg_advisory_unlock(7099)`.execute(server);
}
