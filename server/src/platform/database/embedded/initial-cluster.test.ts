import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS } from "../migrate.ts";
import { initialClusterFile, unpackInitialCluster } from "./initial-cluster.ts";

/** What migrations insert themselves. */
const ROWS_OF_MIGRATIONS = [
  "alert_matching",
  "change_cursors",
  "listing_log",
  "schema_migrations",
  "schema_migrations_lock",
];

describe("the initial cluster", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "lintel-cluster-"));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  /** Settings, databases, and all that the catalogs name, after the migrations that the folder lacks. */
  const catalogs = async (folder: string) => {
    const db = await PGlite.create(folder);
    const table = await db.query<{ found: string | null }>(
      "select to_regclass('schema_migrations') as found",
    );
    const applied = table.rows[0]?.found
      ? (await db.query<{ name: string }>("select name from schema_migrations")).rows.map(({ name }) => name)
      : [];
    const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql"));
    for (const file of files.sort().filter((file) => !applied.includes(basename(file, ".sql")))) {
      await db.exec(readFileSync(join(MIGRATIONS, file), "utf8"));
    }
    const { rows } = await db.query(
      `select name, setting, null as owner from pg_settings where name not in ('data_directory', 'config_file', 'hba_file', 'ident_file') and name not like 'plpgsql.%'
       union all select datname, datcollate || datctype || pg_encoding_to_char(encoding), pg_get_userbyid(datdba) from pg_database
       union all select oid::regclass::text, relkind::text, relname from pg_class where relnamespace <> 'pg_toast'::regnamespace
       union all select attrelid::regclass::text, attname, format_type(atttypid, atttypmod) || attnotnull from pg_attribute
         where attrelid::regclass::text not like 'pg_toast%'
       union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
       union all select tablename, indexname, indexdef from pg_indexes
       order by 1, 2, 3`,
    );
    await db.close();
    return (rows as { name: string }[]).filter(({ name }) => !name?.startsWith("schema_migrations"));
  };

  it("is there for the installed PGlite: npm run generate:initial-cluster", () => {
    expect(existsSync(initialClusterFile())).toBe(true);
  });

  it("has the settings, databases and tables that initdb and the migrations make", async () => {
    const [shipped, fresh] = [join(root, "shipped"), join(root, "fresh")];
    unpackInitialCluster(shipped);
    expect(await catalogs(shipped)).toEqual(await catalogs(fresh));
    const names = (folder: string) => readdirSync(folder).filter((name) => name !== "postmaster.pid");
    expect(names(shipped)).toEqual(names(fresh));
  });

  it("has the migrations under the names that the migrator gives them, and no rows but theirs", async () => {
    const folder = join(root, "rows");
    unpackInitialCluster(folder);
    const db = await PGlite.create(folder);
    const { rows } = await db.query<{ name: string }>("select name from schema_migrations order by name");
    const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql"));
    expect(rows.length).toBeGreaterThan(30);
    expect(files).toEqual(expect.arrayContaining(rows.map(({ name }) => `${name}.sql`)));
    const tables = await db.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public'",
    );
    const filled: string[] = [];
    for (const { tablename } of tables.rows) {
      const { rows } = await db.query(`select 1 from "${tablename}" limit 1`);
      if (rows.length > 0) filled.push(tablename);
    }
    await db.close();
    expect(filled.sort()).toEqual(ROWS_OF_MIGRATIONS);
  });

  it("is unpacked again where it was interrupted, and replaces no database", async () => {
    const folder = join(root, "interrupted");
    unpackInitialCluster(folder);
    rmSync(join(folder, "PG_VERSION"));
    truncateSync(join(folder, "global", "pg_control"), 100);
    unpackInitialCluster(folder);
    const db = await PGlite.create(folder);
    await db.exec("create table kept (id int)");
    await db.close();
    unpackInitialCluster(folder);
    const again = await PGlite.create(folder);
    expect((await again.query("select * from kept")).rows).toEqual([]);
    await again.close();
  });
});
