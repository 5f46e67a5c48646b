import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";

describe("migrate", () => {
  let lintel: TestApp;
  let folder: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    folder = await mkdtemp(join(tmpdir(), "lintel-migrations-"));
    await cp(MIGRATIONS, folder, { recursive: true });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await lintel.close();
  });

  const timeout = async (text: string) => {
    const { rows } = await sql<{ timeout: string }>`${sql.raw(text)}`.execute(lintel.database.db);
    return rows[0]?.timeout;
  };

  it("lets a migration take as long as it needs, and requests no longer than before", async () => {
    const { db } = lintel.database;
    const shown = "select current_setting('statement_timeout') as timeout";
    const before = await timeout(shown);
    await writeFile(join(folder, "9999-long.sql"), `create table long_migration as ${shown};`);
    expect(await migrate(db, folder)).toEqual(["9999-long"]);
    expect(await timeout("select timeout from long_migration")).toBe("0");
    expect(await Promise.all(Array.from({ length: 12 }, () => timeout(shown)))).toEqual(
      Array(12).fill(before),
    );
  });

  it("changes nothing of a migration that fails, and says which it was", async () => {
    await writeFile(join(folder, "9999-z-broken.sql"), "create table half (id integer); select 1 / 0;");
    await expect(migrate(lintel.database.db, folder)).rejects.toThrow(/9999-z-broken.*division by zero/);
    expect(await timeout("select to_regclass('half')::text as timeout")).toBe(null);
  });
});
