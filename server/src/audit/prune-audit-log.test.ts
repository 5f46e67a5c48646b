import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { pruneAuditLog, recordChange } from "./index.ts";

describe("pruneAuditLog", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(() => lintel.database.db.deleteFrom("audit_log").execute());

  const recordAt = async (time: string) => {
    lintel.clock.set(time);
    await recordChange(lintel.ctx, {
      action: "create",
      targetType: "agent",
      targetId: time,
      brokerageId: null,
    });
  };
  const kept = async () =>
    (await lintel.database.db.selectFrom("audit_log").select("target_id").orderBy("id").execute()).map(
      ({ target_id }) => target_id,
    );

  it("deletes what is older than 90 days, and nothing else", async () => {
    for (const time of [
      "2026-01-01T00:00:00Z",
      "2026-03-02T23:59:59Z",
      "2026-03-03T00:00:00Z",
      "2026-05-01T00:00:00Z",
    ])
      await recordAt(time);
    lintel.clock.set("2026-06-01T00:00:00Z");
    expect(await pruneAuditLog(lintel.ctx)).toBe(2);
    expect(await kept()).toEqual(["2026-03-03T00:00:00Z", "2026-05-01T00:00:00Z"]);
    expect(await pruneAuditLog(lintel.ctx)).toBe(0);
  });

  it("deletes thousands of rows in batches, and stops when the signal is aborted", async () => {
    await sql`
      insert into audit_log (actor_type, actor_name, action, target_type, target_id, request_id, created_at)
      select 'system', 'system', 'create', 'agent', n, '', '2020-01-01' from generate_series(1, 2500) n`.execute(
      lintel.database.db,
    );
    expect(await pruneAuditLog({ ...lintel.ctx, signal: AbortSignal.abort() })).toBe(0);
    expect(await pruneAuditLog(lintel.ctx)).toBe(2500);
    expect(await kept()).toEqual([]);
  });
});
