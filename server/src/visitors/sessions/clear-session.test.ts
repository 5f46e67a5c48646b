import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsContaining } from "../../../test/harness/all-rows.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

describe("clearSession", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "clearing");
  });
  afterAll(() => lintel.close());

  it("deletes the session from every table, ends it and clears the cookie", async () => {
    const visitor = await brokerage.startSession();
    await visitor.becomeCertain();
    await visitor.call("/sessions/preferences/notes", { method: "POST", body: { notes: "A quiet street" } });
    await visitor.call("/sessions/preferences", {
      method: "POST",
      body: { type: "locations", value: "Eagle" },
    });
    const reply = await visitor.call("/sessions/clear", { method: "POST" });
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, message: "All data of this session are deleted" },
    ]);
    expect(reply.headers["set-cookie"]).toBe("session_id=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    expect((await visitor.call("/sessions/scribe-status")).status).toBe(404);
    expect((await visitor.call("/sessions/clear", { method: "POST" })).status).toBe(404);
    expect(await rowsContaining(lintel.database.db, ["A quiet street"])).toEqual([]);
    // Of POSTs that came with an Idempotency-Key it stays known for a day that they were sent.
    const rows = await rowsContaining(lintel.database.db, [visitor.id]);
    expect(rows.filter((row) => !row.startsWith("idempotency_keys:"))).toEqual([]);
  });

  it("touches no other session", async () => {
    const [one, other] = [await brokerage.startSession(), await brokerage.startSession()];
    await other.view(...brokerage.eagle);
    await one.call("/sessions/clear", { method: "POST" });
    expect((await other.status()).properties_viewed).toBe(8);
  });
});
