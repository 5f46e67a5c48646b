import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import { inTransaction } from "./database.ts";

describe("the pool", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase({ asInProduct: true });
  });
  afterAll(() => database.close());

  it("refuses to be used inside a transaction, where on one connection it would wait for ever", async () => {
    const inside = inTransaction(database, () => sql`select 1`.execute(database.db));
    await expect(inside).rejects.toThrow("The pool was used inside a transaction");
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  });

  it("rolls back when the work fails, and goes on", async () => {
    const failing = inTransaction(database, async ({ db }) => {
      await db.insertInto("sources").values({ name: "never" }).execute();
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await database.db.selectFrom("sources").select("name").execute()).toEqual([]);
  });

  it("hands out no connection that a failed text of several statements has left inside of a transaction", async () => {
    const texts = Array.from({ length: 12 }, () => database.query("begin; select 1 / 0; commit"));
    for (const result of await Promise.allSettled(texts)) expect(result.status).toBe("rejected");
    const answers = Array.from({ length: 12 }, () => sql`select 1 as one`.execute(database.db));
    for (const { rows } of await Promise.all(answers)) expect(rows).toEqual([{ one: 1 }]);
  });

  it("compiles no statement on any connection, from its first one on", async () => {
    const settings = Array.from({ length: 5 }, () => database.query("show jit"));
    // The embedded database has no compiler.
    const expected = database.embedded ? expect.anything() : [{ jit: "off" }];
    for (const { rows } of await Promise.all(settings)) expect(rows).toEqual(expected);
  });

  it("outlives the death of its database in mid-query, and answers again by itself", async () => {
    const running = sql`select count(*) from generate_series(1, 50000000)`
      .execute(database.db)
      .catch((error) => error);
    await delay(300);
    await killDatabase(database);
    expect(await running).toBeInstanceOf(Error);
    await expect.poll(() => answers(database), { timeout: 20_000 }).toBe(true);
  });
});

/** The embedded database's process, or the server's processes behind our connections. */
async function killDatabase(database: TestDatabase): Promise<void> {
  if (database.embedded) {
    execFileSync("pkill", ["-KILL", "-P", String(process.pid), "-f", "embedded/child"]);
    return;
  }
  await sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
}

async function answers(database: TestDatabase): Promise<boolean> {
  return sql`select 1`.execute(database.db).then(
    () => true,
    () => false,
  );
}
