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
  afterAll(async () => {
    await client.end();
    await database.close();
  });

  it("promises results, of several queries in their order", async () => {
    const results = await Promise.all([1, 2, 3].map((n) => client.query("select $1::int as n", [n])));
    expect(results.map(({ rows, rowCount, command }) => [rows, rowCount, command])).toEqual(
      [1, 2, 3].map((n) => [[{ n }], 1, "SELECT"]),
    );
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
    const ended = new LeanClient(client as unknown as pg.ClientConfig);
    await ended.end().catch(() => {});
    await expect(ended.query("select 1")).rejects.toThrow();
  });
});
