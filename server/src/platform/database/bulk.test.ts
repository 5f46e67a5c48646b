import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import { type BulkColumn, bulk } from "./bulk.ts";

type Row = { text: string | null; number: number | null; flag: boolean; same: string };

const columns: BulkColumn<Row>[] = [
  { name: "text", type: "text", value: (row) => row.text },
  { name: "number", type: "double precision", value: (row) => row.number },
  { name: "flag", type: "boolean", value: (row) => row.flag },
  { name: "same", type: "text", value: (row) => row.same },
  { name: "nothing", type: "integer", value: () => null },
];

describe("bulk", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it("stores every row unchanged, with any text", async () => {
    // PostgreSQL keeps no NUL, and half a surrogate pair is no text.
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }).map((value) => value.replaceAll("\0", "")),
      fc.constantFrom('"', "\\", "{}", ",", "NULL", "null", "", " ", "\n", "\t", '\\"', "'", "🏠"),
    );
    const row = fc.record({
      text: fc.option(text),
      number: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
      flag: fc.boolean(),
      same: fc.constant('the "same"'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        const back = await bulk<Row, Row>(database.db, rows, columns, (t) => `select t.* from ${t}`);
        expect(back).toEqual(rows.map((each) => ({ ...each, nothing: null })));
      }),
      { numRuns: 200 },
    );
  });

  it("sends as many rows when all of them are alike, and nothing for none", async () => {
    const row: Row = { text: "x", number: 1, flag: true, same: "y" };
    const back = await bulk<Row, Row>(database.db, [row, row, row], columns, (t) => `select t.* from ${t}`);
    expect(back).toHaveLength(3);
    expect(await bulk<Row, Row>(database.db, [], columns, () => "not even asked")).toEqual([]);
  });
});
