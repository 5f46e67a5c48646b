import { sql } from "kysely";
import { expect, it } from "vitest";
import { startTestApp } from "../../test/harness/test-app.ts";
import { logLines } from "../platform/log.ts";
import { runSweepWithoutDrips } from "./run-sweep.ts";

it("every part of the sweep that fails is logged and counted, and the run fails", async () => {
  const lintel = await startTestApp({ LOG_LEVEL: "error" });
  const { db } = lintel.database;
  await sql`alter table privacy_requests rename to privacy_requests_away`.execute(db);
  await sql`alter table audit_log rename to audit_log_away`.execute(db);
  const { log } = lintel.services;
  const before = logLines(log).get("error") ?? 0;
  await expect(runSweepWithoutDrips(lintel.ctx)).rejects.toThrow("privacy_requests");
  expect((logLines(log).get("error") ?? 0) - before).toBe(2);
  const metrics = await lintel.app.inject({ url: "/metrics" });
  expect(metrics.body).toContain('log_lines_total{level="error"}');
  expect(metrics.body).toContain("database_outages_total 0");
  await lintel.close();
});
