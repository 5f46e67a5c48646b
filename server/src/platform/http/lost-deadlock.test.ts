import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openLeads } from "../../../test/harness/lead-fixture.ts";
import { untilLocksAwaited } from "../../../test/harness/lock-waits.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

// The embedded database runs one transaction at a time: none waits for another.
describe.skipIf(!("url" in inject("template")))("A request that loses a deadlock", () => {
  let lintel: TestApp;
  let client: pg.Client;
  beforeAll(async () => {
    lintel = await startTestApp({ LOG_LEVEL: "fatal" });
    const { rows } = (await lintel.database.query("select current_database() as name")) as {
      rows: { name: string }[];
    };
    const url = new URL((inject("template") as { url: string }).url);
    url.pathname = `/${rows[0]?.name}`;
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await lintel?.close();
  });

  it("stores nothing, is a 503 with Retry-After, and succeeds when it is sent again", async () => {
    const brokerage = await openLeads(lintel, "deadlock");
    const [first, second] = [await brokerage.makeLead(), await brokerage.makeLead()];
    const edit = () =>
      lintel.call("/api/v1/admin/leads/bulk", {
        method: "POST",
        key: brokerage.broker,
        body: { lead_ids: [first, second], action: "tag", tag: "hot" },
      });
    const tags = async () =>
      [await brokerage.read(first), await brokerage.read(second)].map(({ body }) => body.tags);
    // Of two that wait for each other PostgreSQL ends the one that has waited for this long first.
    await client.query("set deadlock_timeout = '60s'");
    await client.query("begin");
    await client.query("select 1 from leads where id = $1 for update", [second]);
    const editing = edit();
    await untilLocksAwaited(lintel.database.db);
    const locked = client.query("select 1 from leads where id = $1 for update", [first]);
    const { status, headers, body } = await editing;
    await locked;
    await client.query("rollback");
    expect([status, headers["retry-after"], body]).toEqual([
      503,
      "1",
      { detail: "Another request was changing the same records. Send this one again", retry_after: 1 },
    ]);
    expect(await tags()).toEqual([[], []]);

    expect((await edit()).body).toMatchObject({ done: 2, refused: 0 });
    expect(await tags()).toEqual([["hot"], ["hot"]]);
  });
});
