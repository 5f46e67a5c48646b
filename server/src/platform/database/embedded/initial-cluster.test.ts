import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initialClusterFile, unpackInitialCluster } from "./initial-cluster.ts";

describe("the initial cluster", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "lintel-cluster-"));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const settings = async (folder: string) => {
    const db = await PGlite.create(folder);
    const { rows } = await db.query(
      `select name, setting, null as owner from pg_settings where name not in ('data_directory', 'config_file', 'hba_file', 'ident_file')
       union all select datname, datcollate || datctype || pg_encoding_to_char(encoding), pg_get_userbyid(datdba) from pg_database
       union all select oid::regclass::text, relkind::text, relname from pg_class where relnamespace <> 'pg_toast'::regnamespace
       order by 1`,
    );
    await db.close();
    return rows;
  };

  it("is there for the installed PGlite: npm run generate:initial-cluster", () => {
    expect(existsSync(initialClusterFile())).toBe(true);
  });

  it("has the settings, databases and catalogs that initdb makes", async () => {
    const [shipped, fresh] = [join(root, "shipped"), join(root, "fresh")];
    unpackInitialCluster(shipped);
    expect(await settings(shipped)).toEqual(await settings(fresh));
    const names = (folder: string) => readdirSync(folder).filter((name) => name !== "postmaster.pid");
    expect(names(shipped)).toEqual(names(fresh));
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
