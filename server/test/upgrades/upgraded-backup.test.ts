import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freezeData } from "../../src/platform/backup/freeze-data.ts";
import { writeArchive } from "../../src/platform/backup/write-archive.ts";
import { createKysely } from "../../src/platform/database/database.ts";
import { startEmbedded } from "../../src/platform/database/embedded/start-embedded.ts";
import { migrationNames } from "../../src/platform/database/migrate.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createPool } from "../../src/platform/database/pool.ts";
import { createLog } from "../../src/platform/log.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { lintel } from "../harness/run-lintel.ts";
import { differing, digestsOf, type TableDigests } from "../harness/table-digests.ts";
import { changedOnPurpose, keptDumps, restoreDump } from "./kept-dumps.ts";

const log = createLog("error");
const signal = new AbortController().signal;

type Query = <Row>(text: string) => Promise<{ rows: Row[] }>;

async function migrationsIn(query: Query): Promise<string[]> {
  const { rows } = await query<{ name: string }>("select name from schema_migrations order by name");
  return rows.map(({ name }) => name);
}

// The embedded database: a backup that a version with an older schema has made, restored by this one.
describe.each(keptDumps())("a backup with the data of $file", { timeout: 120_000 }, (dump) => {
  let folder: string;
  let file: string;
  let before: TableDigests;
  let older: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-upgraded-backup-"));
    file = join(folder, "older.backup");
    const dataDir = join(folder, "older");
    await mkdir(dataDir);
    const embedded = await startEmbedded(dataDir, log);
    const client = new pg.Client({ host: embedded.socketFolder, user: "postgres", database: "postgres" });
    await client.connect();
    await client.query("drop schema public cascade; create schema public");
    await client.end();
    await restoreDump(dump, { socket: embedded.socketFolder });
    const db = createKysely(createPool({ target: embedded, maxConnections: 1 }));
    const query = async <Row>(text: string) => ({ rows: (await sql.raw<Row>(text).execute(db)).rows });
    before = await digestsOf({ query });
    older = await migrationsIn(query);
    const config = { dataDir, storage: null, favoritesSecret: null, encryptionKey: null };
    const moment = await freezeData({ db, config, digests: true, signal, report() {} });
    await writeArchive({ from: join(dataDir, "backup.tmp"), to: file, moment, signal, onBytes() {} });
    await db.destroy();
    await embedded.stop();
  }, 120_000);
  afterAll(() => removeFolder(folder));

  it("is restored with its own schema, migrated at the first start, and has every row of before", async () => {
    const dataDir = join(folder, "restored");
    const { status, stderr } = await lintel(["restore", file], { DATA_DIR: dataDir }).exit;
    expect([status, stderr]).toEqual([0, expect.anything()]);
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir }, log);
    const query = async <Row>(text: string) => ({ rows: (await sql.raw<Row>(text).execute(db)).rows });
    expect(older.at(-1)).toBe(dump.migration);
    expect(await migrationsIn(query)).toEqual(await migrationNames());
    const applied = (await migrationNames()).filter((name) => !older.includes(name));
    const allowed = ["schema_migrations", ...changedOnPurpose(applied)];
    const changed = differing(before, await digestsOf({ query }, before.tables));
    await close();
    expect(before.rows).toBeGreaterThan(1000);
    expect(changed.filter((table) => !allowed.includes(table))).toEqual([]);
  });
});
