import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { jobsOf } from "../schedules.ts";

describe("getHealth", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("says ok, part by part, on any Host", async () => {
    const { status, body } = await lintel.call("/health", { host: "anything.at.all" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "ok", checks: { database: "ok", listing_index: "ok" } });
    expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("asks the database once for all who ask within half a second, and sees an outage after that", async () => {
    const statements: string[] = [];
    const own = await startTestApp({}, { onStatement: (text) => void statements.push(text) });
    const checks = () => statements.filter((text) => text.includes("select 1")).length;
    const before = checks();
    const replies = await Promise.all(Array.from({ length: 200 }, () => own.call("/health")));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(checks() - before).toBeLessThan(20);
    await own.services.listings.index.stop();
    await own.database.db.destroy();
    await expect.poll(async () => (await own.call("/health")).status, { timeout: 10_000 }).toBe(503);
    await own.app.close();
    await own.database.close().catch(() => {});
  });

  it("says degraded while background jobs cannot be started; requests go on", async () => {
    const own = await startTestApp({ LOG_LEVEL: "silent" });
    const { host } = await own.createTenant("busy");
    const health = async () => {
      const { status, body } = await own.call("/health");
      return [status, body.status, body.checks.jobs];
    };
    expect(await health()).toEqual([200, "ok", "not_configured"]);
    // Another program's tables in place of those of the jobs.
    await sql`create schema jobs`.execute(own.database.db);
    await sql`create table jobs.version (unlike text)`.execute(own.database.db);
    const { jobs } = own.services;
    const starting = jobs.start(jobsOf(own.services));
    await vi.waitFor(async () => expect(await health()).toEqual([200, "degraded", "degraded"]), 10_000);
    const registration = { name: "Ada Lovelace", email: "ada@visitors.test" };
    const reply = await own.call("/register", { method: "POST", host, body: registration });
    expect(reply.status).toBe(200);
    await jobs.stop();
    await starting;
    await own.close();
  });

  it("says that background jobs run", async () => {
    const own = await startTestApp();
    await own.services.jobs.start(jobsOf(own.services));
    expect((await own.call("/health")).body.checks.jobs).toBe("ok");
    const key = await own.createKey("admin");
    expect((await own.call("/api/admin/system", { key })).body.jobs).toEqual({ status: "ok" });
    await own.services.jobs.stop();
    await own.close();
  });

  it("answers 503 and down when the database is away, while searches go on", async () => {
    const own = await startTestApp();
    const { host } = await own.createTenant("calm");
    await own.importListings("mls", [
      { ListingId: "A", StandardStatus: "Active", PropertyType: "Residential", StateOrProvince: "ID" },
    ]);
    expect((await own.call("/api/properties", { host })).body.total).toBe(1);
    await own.services.listings.index.stop();
    await own.database.db.destroy();

    const health = await own.call("/health");
    expect([health.status, health.body.status, health.body.checks.database]).toEqual([503, "down", "down"]);
    const search = await own.call("/api/properties", { host });
    expect(search.body.items.map((item: { listing_id: string }) => item.listing_id)).toEqual(["A"]);
    await own.app.close();
    await own.database.close().catch(() => {});
  });
});
