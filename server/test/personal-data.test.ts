import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "./harness/test-database.ts";
import { personalData, wordsOf } from "./personal-data.ts";

/** What can hold no words. */
const WORDLESS = [
  "smallint",
  "integer",
  "bigint",
  "numeric",
  "double precision",
  "boolean",
  "date",
  "timestamp with time zone",
  "uuid",
];

describe("what the tables hold of people", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it("is known of every column of every table, once (else: test/personal-data.ts, and the erasure)", async () => {
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select table_name as table, column_name as column, data_type as type
      from information_schema.columns
      where table_schema = 'public'`.execute(database.db);
    const inDatabase = rows
      .filter(({ type }) => !WORDLESS.includes(type))
      .map(({ table, column }) => `${table}.${column}`);
    const known = Object.entries(personalData).flatMap(([table, { erased, kept = {}, impersonal }]) =>
      [...wordsOf(erased), ...Object.keys(kept), ...wordsOf(impersonal)].map(
        (column) => `${table}.${column}`,
      ),
    );
    expect(known.toSorted()).toEqual(inDatabase.toSorted());
    const tables = new Set(rows.map(({ table }) => table));
    expect(Object.keys(personalData).toSorted()).toEqual([...tables].toSorted());
  });
});
