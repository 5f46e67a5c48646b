import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
} from "../../../test/harness/brokerage-fixture.ts";
import { leadByForm } from "../../../test/harness/contact-form.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("clearLeadFlag", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  let other: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openBrokerage(lintel, "north");
    other = await openBrokerage(lintel, "south");
  });
  afterAll(() => lintel.close());

  const call = (method: "PUT" | "DELETE", id: number, flag: string, body?: unknown, key = brokerage.broker) =>
    lintel.call(`/api/v1/admin/leads/${id}/flags/${flag}`, {
      method,
      key,
      ...(body !== undefined && { body }),
    });
  const flagged = async (...flags: string[]) => {
    const id = await leadByForm(lintel, brokerage.host);
    for (const flag of flags) await call("PUT", id, flag, { reason: "Set." });
    return id;
  };
  const detail = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}`, { key: brokerage.broker })).body;
  const history = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}/flags`, { key: brokerage.broker })).body.flags;

  it("leaves the others, and keeps who set it, who cleared it and why", async () => {
    const id = await flagged("dnc", "do_not_text");
    const set_at = lintel.clock.now().toISOString();
    lintel.clock.advance(60_000);
    const cleared_at = lintel.clock.now().toISOString();
    const admin = await lintel.createKey("admin");
    expect(outcome(await call("DELETE", id, "dnc", { reason: " Called back. " }, admin))).toEqual([
      200,
      { message: "Flag dnc cleared" },
    ]);
    expect((await detail(id)).flags).toEqual(["do_not_text"]);
    expect((await history(id))[0]).toEqual({
      flag: "dnc",
      active: false,
      reason: "Set.",
      set_at,
      set_by: "broker key",
      cleared_at,
      cleared_by: "admin key",
      clear_reason: "Called back.",
    });
  });

  it.each([[undefined], [""], [{}], [{ reason: null }], [{ reason: " " }]])(
    "needs no reason: the body %j will do",
    async (body) => {
      const id = await flagged("dnc");
      const reply = await lintel.call(`/api/v1/admin/leads/${id}/flags/dnc`, {
        method: "DELETE",
        key: brokerage.broker,
        headers: { "content-type": "application/json" },
        ...(body !== undefined && { body }),
      });
      expect(reply.status).toBe(200);
      expect((await history(id))[0].clear_reason).toBe(null);
    },
  );

  it("tells the audit log of the lead what was cleared and why", async () => {
    const id = await flagged("dnc");
    await call("DELETE", id, "dnc", { reason: "Called back." });
    expect((await auditOf(lintel, "lead", id)).at(-1)).toEqual({
      action: "update",
      actor_name: "broker key",
      brokerage_id: brokerage.id,
      before: { dnc: { active: true, reason: "Set." } },
      after: { dnc: { active: false, reason: "Called back." } },
    });
  });

  it("is 404 for one that is not set, was cleared before, or does not exist", async () => {
    const id = await flagged("dnc");
    await call("DELETE", id, "dnc");
    expect(outcome(await call("DELETE", id, "dnc"))).toEqual([404, { detail: "Flag dnc is not set" }]);
    expect(outcome(await call("DELETE", id, "do_not_call"))).toEqual([
      404,
      { detail: "Flag do_not_call is not set" },
    ]);
    expect((await call("DELETE", id, "vip")).body.detail).toMatch(/^Flag not found; there are unsubscribed,/);
  });

  it("requires the lead's scope: another lead answers as missing", async () => {
    const id = await flagged("dnc");
    const missing = [404, { detail: "Lead not found" }];
    expect(outcome(await call("DELETE", 999_999, "dnc"))).toEqual(missing);
    expect(outcome(await call("DELETE", id, "dnc", {}, other.broker))).toEqual(missing);
    expect(outcome(await call("DELETE", id, "dnc", {}, brokerage.agent))).toEqual(missing);
    expect((await detail(id)).flags).toEqual(["dnc"]);
  });

  it("happens once: of many at once, one clears and the others find it cleared", async () => {
    const id = await flagged("dnc");
    const replies = await Promise.all(Array.from({ length: 10 }, () => call("DELETE", id, "dnc")));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });

  it("and setting, in any mixture at once, leave at most one active and a history without a gap", async () => {
    const id = await flagged();
    await Promise.all(Array.from({ length: 40 }, (_, n) => call(n % 2 ? "DELETE" : "PUT", id, "dnc")));
    const rows: { active: boolean }[] = await history(id);
    expect(rows.slice(0, -1).filter(({ active }) => active)).toEqual([]);
    expect((await detail(id)).flags).toEqual(rows.at(-1)?.active ? ["dnc"] : []);
    const updates = (await auditOf(lintel, "lead", id)).filter(({ action }) => action === "update");
    expect(updates).toHaveLength(2 * rows.length - (rows.at(-1)?.active ? 1 : 0));
  });
});
