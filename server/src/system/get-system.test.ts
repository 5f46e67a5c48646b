import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { home } from "../../test/harness/market.ts";
import { openSuggestions } from "../../test/harness/suggestions-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { MIGRATIONS } from "../platform/database/migrate.ts";

const SYSTEM = "/api/admin/system";

describe("getSystem", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const system = async () => (await lintel.call(SYSTEM, { key: admin })).body;

  it("says what runs here, and on which database", async () => {
    const files = readdirSync(MIGRATIONS).toSorted();
    const { status, body } = await lintel.call(SYSTEM, { key: admin });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: (await lintel.call("/health")).body.version,
      node_version: process.versions.node,
      database: {
        kind: process.env.DATABASE_URL ? "postgresql" : "embedded",
        version: expect.stringMatching(/^\d+\.\d+(\.\d+)*$/),
        migrations: { applied: files.length, latest: files.at(-1)?.replace(/\.sql$/, "") },
      },
      jobs: { status: "not_configured" },
      mail: { kind: "outbox", waiting: 0, failure: null },
      storage: { kind: "folder" },
      rate_limits: { kind: "off" },
      text_model: { name: "builtin", version: lintel.services.models.text.version },
    });
    expect(body.uptime_seconds).toBeGreaterThanOrEqual(0);
  });

  it("counts what an admin's lists count, and the listings that visitors do not see", async () => {
    const calm = await openSuggestions(lintel, "calm");
    const busy = await openSuggestions(lintel, "busy");
    const gone = await openSuggestions(lintel, "gone");
    await lintel.createAgent(calm.id, { disabled_at: new Date("2026-01-01") });
    await busy.suggestPending({ bio: "Waiting." });
    await calm.decide(await calm.suggestPending({ bio: "Decided." }), "reject");
    await lintel.call(`/api/admin/brokerages/${gone.id}`, { method: "DELETE", key: admin });
    await lintel.database.db
      .insertInto("users")
      .values({ issuer: "https://login.test", subject: "ann", role: "agent", brokerage_id: calm.id })
      .execute();
    await lintel.database.db
      .updateTable("api_keys")
      .set({ revoked_at: new Date("2026-01-01") })
      .where("brokerage_id", "=", busy.id)
      .execute();
    await lintel.importListings("north-mls", [home({ ListingId: "A" }), home({ ListingId: "B" })]);
    await lintel.importListings("south-mls", [home({ ListingId: "C", StandardStatus: "Withdrawn" })]);

    const { counts, index } = await system();
    expect(counts).toMatchObject({
      brokerages: 2,
      domains: 2,
      broker_contacts: 2,
      listings: 3,
      public_listings: 2,
      sources: 2,
      users: 1,
      suggestions_pending: 1,
    });
    expect(index).toEqual({ listings: 2, current: true });

    const total = async (list: string) => (await lintel.call(list, { key: admin })).body.total;
    expect(counts).toMatchObject({
      brokerages: await total("/api/admin/brokerages"),
      agents: await total("/api/admin/agents"),
      broker_contacts: await total("/api/admin/broker-contacts"),
      sources: await total("/api/admin/sources"),
      api_keys: await total("/api/admin/api-keys"),
      suggestions_pending: await total("/api/admin/suggestions?status=pending"),
    });
  });

  it("is for admins alone", async () => {
    const { id } = await lintel.createTenant("curious");
    for (const role of ["broker", "agent"] as const) {
      const key = await lintel.createKey(role, { brokerageId: id });
      expect(outcome(await lintel.call(SYSTEM, { key }))).toEqual([403, { detail: "Admin role required" }]);
    }
    expect(outcome(await lintel.call(SYSTEM))).toEqual([401, { detail: "Not authenticated" }]);
  });
});
