import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import { LeanClient } from "./lean-client.ts";

describe("a lean client", () => {
  let database: TestDatabase;
  let client: LeanClient;
  beforeAll(async () => {
    database = await openTestDatabase();
    client = new LeanClient(
      database.databaseUrl !== null
        ? { connectionString: database.databaseUrl }
        : { host: database.socketFolder as string, user: "postgres", database: "postgres" },
    );
    await client.connect();
  });
  afterAll(() => database.close());

  it("promises results", async () => {
    const { rows, rowCount, command } = await client.query("select $1::int as n", [7]);
    expect([rows, rowCount, command]).toEqual([[{ n: 7 }], 1, "SELECT"]);
  });

  it("rejects with the database's error, and goes on", async () => {
    const failing = client.query("select * from nothing_of_that_name");
    await expect(failing).rejects.toMatchObject({ name: "error", code: "42P01" });
    expect((await client.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  });

  it("takes everything else as the driver does: callbacks, and queries that are objects", async () => {
    const called = (...query: unknown[]) =>
      new Promise((resolve, reject) => {
        (client.query as (...args: unknown[]) => unknown)(
          ...query,
          (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result.rows)),
        );
      });
    expect(await called("select 1 as n")).toEqual([{ n: 1 }]);
    expect(await called("select $1::int as n", [2])).toEqual([{ n: 2 }]);
    expect((await client.query({ text: "select 3 as n", rowMode: "array" })).rows).toEqual([[3]]);
    const submitted = client.query(new pg.Query("select 4 as n"));
    expect(await new Promise((resolve) => submitted.on("row", resolve))).toEqual({ n: 4 });
  });

  it("rejects once it has ended", async () => {
    await client.end();
    await expect(client.query("select 1")).rejects.toThrow("Client was closed and is not queryable");
  });
});
