import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import { toJsonb } from "./to-jsonb.ts";

describe("toJsonb", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it("replaces lone surrogates in texts and names by U+FFFD, and changes nothing else", () => {
    const text = fc.string({
      unit: fc.constantFrom("\ud83d", "\udc00", "\\", "u", "d", "ud83d", '"', "a", "\n"),
    });
    fc.assert(
      fc.property(text, text, (name, value) => {
        expect(JSON.parse(toJsonb([{ [name]: value }]))).toEqual([
          { [name.toWellFormed()]: value.toWellFormed() },
        ]);
      }),
    );
  });

  it("is read by PostgreSQL as JSON, also where JSON is a text in it", async () => {
    const { rows } = await sql<{ text: string }>`
      select (${toJsonb({ inner: toJsonb({ text: "half \ud83d, \\ud83d, 🏠" }) })}::jsonb ->> 'inner')::jsonb ->> 'text' as text`.execute(
      database.db,
    );
    expect(rows).toEqual([{ text: "half \ufffd, \\ud83d, 🏠" }]);
  });
});
