import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSweep, type SweepFixture } from "../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/v1/admin/leads/lifecycle/sweep";

describe("runLifecycleSweep", () => {
  let lintel: TestApp;
  let brokerage: SweepFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp({ LOG_LEVEL: "silent" });
    brokerage = await openSweep(lintel, "sweeping");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const sweep = (key = admin) => lintel.call(PATH, { method: "POST", key });

  it("answers how often each action was taken, and how long it took", async () => {
    const { status, body } = await sweep();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["counts", "drips", "took_ms"]);
    expect(body.counts).toMatchObject({
      timeout_no_response: 0,
      timeout_180d_no_progress: 0,
      response_breach: 0,
      agent_reminder: 0,
      broker_alert: 0,
      reassignment: 0,
      final_escalation: 0,
      follow_up_reminder: 0,
      registration_nurtured: 0,
      audit_row_removed: 0,
    });
    expect(body.drips).toEqual({
      counts: { sent: 0, retry: 0, stopped: 0, completed: 0, would_send: 0 },
      notes: [expect.stringMatching(/^Unsubscribe links are disabled/)],
    });
  });

  it("is for operators: brokers are refused", async () => {
    const { status, body } = await sweep(brokerage.broker);
    expect([status, body.detail]).toEqual([403, "Admin role required"]);
  });

  it("keeps who asked for it", async () => {
    const { headers } = await sweep();
    const row = await lintel.database.db
      .selectFrom("audit_log")
      .select(["action", "actor_name", "after"])
      .where("target_type", "=", "sweep")
      .where("target_id", "=", String(headers["x-request-id"]))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ action: "run", actor_name: "admin key", after: { response_breach: 0 } });
  });

  it("removes audit rows after 90 days", async () => {
    expect((await brokerage.sweepAfter(91 * 86_400_000)).audit_row_removed).toBeGreaterThan(0);
  });
});
