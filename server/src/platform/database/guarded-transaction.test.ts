import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import { type Db, inTransaction } from "./database.ts";

const INVALID_TEXT = "22P02";

describe("statements of a transaction", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await sql`create table notes (text text not null)`.execute(database.db);
  });
  afterAll(() => database.close());

  const write = async (db: Db, text: string) => {
    await sql`insert into notes values (${text})`.execute(db);
  };
  const fail = async (db: Db) => {
    await sql`select ${"x"}::integer`.execute(db);
  };
  const notes = async () => {
    const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(database.db);
    return rows.map(({ text }) => text);
  };

  it("that are started together are executed in their order", async () => {
    const texts = await inTransaction({ db: database.db }, async ({ db }) => {
      const [, , { rows }] = await Promise.all([
        write(db, "first"),
        write(db, "second"),
        sql<{ text: string }>`select text from notes order by ctid`.execute(db),
        sql`delete from notes`.execute(db),
      ]);
      return rows.map(({ text }) => text);
    });
    expect([texts, await notes()]).toEqual([["first", "second"], []]);
  });

  it("that wait when an earlier one fails are not executed", async () => {
    const started: Promise<void>[] = [];
    const failed = inTransaction({ db: database.db }, ({ db }) => {
      started.push(fail(db), write(db, "a"), write(db, "b"), write(db, "c"));
      return Promise.all(started);
    });
    await expect(failed).rejects.toMatchObject({ code: INVALID_TEXT });
    const outcomes = await Promise.allSettled(started);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    expect(await notes()).toEqual([]);
  });

  it("that are started after its end are rejected", async () => {
    let ended: Db | undefined;
    await inTransaction({ db: database.db }, async ({ db }) => {
      ended = db;
      await write(db, "kept");
    });
    await expect(write(ended as Db, "late")).rejects.toThrow(/transaction has ended|already committed/);
    expect(await notes()).toEqual(["kept"]);
  });
});
