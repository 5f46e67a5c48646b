import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import type { Context } from "../platform/context.ts";
import { type Change, recordChange } from "./index.ts";

describe("listAuditLog", () => {
  let lintel: TestApp;
  let made = 0;
  let tenant: { id: number };
  let keys: { admin: string; broker: string };
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    tenant = await lintel.createTenant(`audit-${++made}`);
    // What the tenant's own making has left is not looked at here.
    await lintel.database.db.deleteFrom("audit_log").execute();
    keys = {
      admin: await lintel.createKey("admin"),
      broker: await lintel.createKey("broker", { brokerageId: tenant.id }),
    };
  });

  const actor = (name: string): Context["actor"] => ({
    role: "broker",
    name,
    email: name,
    userId: 7,
    apiKeyId: null,
    brokerageId: tenant.id,
    agentId: null,
  });
  const record = (change: Partial<Change> = {}, ctx: Partial<Context> = {}) =>
    recordChange(
      { ...lintel.ctx, ...ctx },
      { action: "create", targetType: "agent", targetId: 1, brokerageId: tenant.id, ...change },
    );
  const list = async (query = "", key = keys.broker) => {
    const reply = await lintel.call(`/api/admin/audit-log${query}`, { key });
    expect([query, reply.status, reply.status === 200 || reply.body]).toEqual([query, 200, true]);
    return reply.body;
  };
  const targets = async (query = "", key = keys.broker) =>
    (await list(query, key)).items.map((item: { target_id: string }) => item.target_id);

  it("returns actor, action, record, time, request and changes", async () => {
    await record(
      {
        action: "update",
        targetId: 5,
        before: { name: "Ann", phone: null },
        after: { name: "Bo", phone: null },
      },
      { actor: actor("ann@north.test"), requestId: "request-1" },
    );
    const { items, ...page } = await list();
    expect(page).toEqual({ total: 1, page: 1, page_size: 20, total_pages: 1 });
    expect(items).toEqual([
      {
        id: expect.any(Number),
        at: lintel.clock.now().toISOString(),
        actor: { type: "user", id: 7, name: "ann@north.test", role: "broker" },
        action: "update",
        target_type: "agent",
        target_id: "5",
        brokerage_id: tenant.id,
        before: { name: "Ann" },
        after: { name: "Bo" },
        request_id: "request-1",
      },
    ]);
  });

  it("names the program itself `system`, without an id or a role", async () => {
    await record();
    const [item] = (await list()).items;
    expect(item.actor).toEqual({ type: "system", id: null, name: "system", role: null });
    expect([item.before, item.after]).toEqual([null, null]);
  });

  it("shows brokers their own brokerage, admins every one and what belongs to none", async () => {
    const other = await lintel.createTenant(`audit-${++made}`);
    await lintel.database.db.deleteFrom("audit_log").execute();
    await record({ targetId: "own" });
    await record({ targetId: "theirs", brokerageId: other.id });
    await record({ targetId: "no brokerage's", brokerageId: null });
    expect(await targets()).toEqual(["own"]);
    expect(await targets("", keys.admin)).toEqual(["no brokerage's", "theirs", "own"]);
    expect(await targets(`?brokerage_id=${other.id}`, keys.admin)).toEqual(["theirs"]);
    expect(await targets(`?brokerage_id=${other.id}`)).toEqual([]);
    expect(await targets(`?brokerage_id=${tenant.id}`)).toEqual(["own"]);
  });

  it("shows a broker of no brokerage nothing", async () => {
    await record({ brokerageId: null });
    expect(await targets("", await lintel.createKey("broker"))).toEqual([]);
  });

  it("is newest first, in pages with the whole total", async () => {
    for (const targetId of [1, 2, 3, 4, 5]) await record({ targetId });
    expect(await targets("?page_size=2")).toEqual(["5", "4"]);
    const last = await list("?page=3&page_size=2");
    expect(last.items.map((item: { target_id: string }) => item.target_id)).toEqual(["1"]);
    expect([last.total, last.total_pages]).toEqual([5, 3]);
    expect(await list("?page=9")).toMatchObject({ items: [], total: 5, page: 9 });
  });

  it("filters by target, action and part of the actor's name, together too", async () => {
    await record({ targetType: "agent", targetId: 1, action: "create" }, { actor: actor("Ann_100%@x.test") });
    await record({ targetType: "agent", targetId: 2, action: "update" }, { actor: actor("bo@x.test") });
    await record({ targetType: "brokerage", targetId: 2, action: "update" }, { actor: actor("bo@x.test") });
    expect(await targets("?target_type=agent")).toEqual(["2", "1"]);
    expect(await targets("?target_id=2")).toEqual(["2", "2"]);
    expect(await targets("?action=create")).toEqual(["1"]);
    expect(await targets("?actor=ANN_100%25")).toEqual(["1"]);
    expect(await targets("?actor=%25")).toEqual(["1"]);
    expect(await targets("?actor=x.test&target_type=agent&action=update")).toEqual(["2"]);
    expect(await targets("?target_type=nothing")).toEqual([]);
  });

  it("takes a period: from `since` on, up to but without `until`", async () => {
    lintel.clock.set("2026-06-01T00:00:00Z");
    await record({ targetId: "first" });
    lintel.clock.set("2026-06-02T00:00:00Z");
    await record({ targetId: "second" });
    expect(await targets("?since=2026-06-02T00:00:00Z")).toEqual(["second"]);
    expect(await targets("?until=2026-06-02T00:00:00Z")).toEqual(["first"]);
    expect(await targets("?since=2026-06-01T02:00:00%2B02:00&until=2026-06-01T00:00:01Z")).toEqual(["first"]);
  });

  it.each([
    ["?since=yesterday", "since"],
    ["?since=2026-06-15T23:59:60Z", "since"],
    ["?until=2026-13-01T00:00:00Z", "until"],
    ["?since=2026-06-02T00:00:00Z&until=2026-06-02T00:00:00Z", "since"],
    ["?action=stole", "action"],
    ["?brokerage_id=0", "brokerage_id"],
    ["?brokerage_id=2147483648", "brokerage_id"],
    ["?page=0", "page"],
    ["?page_size=101", "page_size"],
    [`?actor=${"x".repeat(256)}`, "actor"],
  ])("refuses %s", async (query, field) => {
    const reply = await lintel.call(`/api/admin/audit-log${query}`, { key: keys.broker });
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ["query", field]]);
  });

  it("refuses agents", async () => {
    const key = await lintel.createKey("agent", { brokerageId: tenant.id });
    const reply = await lintel.call("/api/admin/audit-log", { key });
    expect([reply.status, reply.body]).toEqual([403, { detail: "Broker or admin role required" }]);
  });
});
