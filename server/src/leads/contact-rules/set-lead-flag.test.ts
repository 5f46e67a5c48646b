import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { leadByForm } from "../../../test/harness/contact-form.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { flags } from "./flags.ts";

describe("setLeadFlag", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  let other: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openBrokerage(lintel, "north");
    other = await openBrokerage(lintel, "south");
  });
  afterAll(() => lintel.close());

  const lead = () => leadByForm(lintel, brokerage.host, { phone: "+12085550100" });
  const put = (id: number, flag: string, body?: unknown, key = brokerage.broker) =>
    lintel.call(`/api/v1/admin/leads/${id}/flags/${flag}`, {
      method: "PUT",
      key,
      ...(body !== undefined && { body }),
    });
  const detail = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}`, { key: brokerage.broker })).body;
  const history = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}/flags`, { key: brokerage.broker })).body.flags;

  it("answers the flag's row, with who set it, when and why", async () => {
    const id = await lead();
    expect(outcome(await put(id, "dnc", { reason: "  Asked for it. " }))).toEqual([
      200,
      {
        flag: "dnc",
        active: true,
        reason: "Asked for it.",
        set_at: lintel.clock.now().toISOString(),
        set_by: "broker key",
        cleared_at: null,
        cleared_by: null,
        clear_reason: null,
      },
    ]);
  });

  it("shows on the lead at once, as a warning on its timeline and in what it may receive", async () => {
    const id = await lead();
    lintel.clock.advance(60_000);
    await put(id, "do_not_text");
    await put(id, "unsubscribed");
    const shown = await detail(id);
    expect(shown.flags).toEqual(["unsubscribed", "do_not_text"]);
    expect(shown.may_receive).toEqual({
      email: { allowed: true, reason: null },
      marketing_email: { allowed: false, reason: "Unsubscribed" },
      text: { allowed: false, reason: "No Text" },
      call: { allowed: true, reason: null },
    });
    expect(shown.updated_at).toBe(lintel.clock.now().toISOString());
    const timeline = await lintel.call(`/api/v1/admin/leads/${id}/transitions`, { key: brokerage.broker });
    expect(timeline.body.warnings).toEqual(["unsubscribed", "do_not_text"]);
  });

  it.each(flags)("sets %s, beside all the others", async (flag) => {
    const id = await lead();
    for (const each of flags.filter((one) => one !== flag)) await put(id, each);
    expect((await put(id, flag)).body).toMatchObject({ flag, active: true });
    expect((await detail(id)).flags).toEqual(flags);
  });

  it("leaves an active one as it was set: no second row, no second audit row", async () => {
    const id = await lead();
    const first = await put(id, "dnc", { reason: "First." });
    const audit = await auditOf(lintel, "lead", id);
    lintel.clock.advance(60_000);
    const admin = await lintel.createKey("admin");
    expect(outcome(await put(id, "dnc", { reason: "Second." }, admin))).toEqual(outcome(first));
    expect(await history(id)).toEqual([first.body]);
    expect(await auditOf(lintel, "lead", id)).toEqual(audit);
  });

  it("is a new row after it was cleared", async () => {
    const id = await lead();
    await put(id, "dnc", { reason: "First." });
    await lintel.call(`/api/v1/admin/leads/${id}/flags/dnc`, { method: "DELETE", key: brokerage.broker });
    expect((await put(id, "dnc", { reason: "Again." })).body).toMatchObject({
      active: true,
      reason: "Again.",
    });
    expect((await history(id)).map((each: { reason: string }) => each.reason)).toEqual(["First.", "Again."]);
  });

  it("tells the audit log of the lead what was set and why", async () => {
    const id = await lead();
    await put(id, "do_not_call", { reason: "Works at night." });
    expect((await auditOf(lintel, "lead", id)).at(-1)).toEqual({
      action: "update",
      actor_name: "broker key",
      brokerage_id: brokerage.id,
      before: { do_not_call: { active: false, reason: null } },
      after: { do_not_call: { active: true, reason: "Works at night." } },
    });
  });

  it.each([[undefined], [""], [null], [{}], [{ reason: null }], [{ reason: "  " }], [{ other: 1 }]])(
    "needs no reason: the body %j will do",
    async (body) => {
      const id = await lead();
      const reply = await lintel.call(`/api/v1/admin/leads/${id}/flags/dnc`, {
        method: "PUT",
        key: brokerage.broker,
        headers: { "content-type": "application/json" },
        ...(body !== undefined && { body: body === null ? "null" : body }),
      });
      expect([reply.status, reply.body.reason]).toEqual([200, null]);
    },
  );

  it.each([
    [{ reason: 7 }, "body.reason", "reason must be text or null"],
    [{ reason: "x".repeat(2001) }, "body.reason", "reason must be at most 2000 characters"],
    [{ reason: "a\0b" }, "body.reason", "reason must not contain NUL characters"],
    ["[]", "body", "body must be an object or null"],
  ])("refuses the body %j in words", async (body, loc, msg) => {
    const reply = await lintel.call(`/api/v1/admin/leads/${await lead()}/flags/dnc`, {
      method: "PUT",
      key: brokerage.broker,
      headers: { "content-type": "application/json" },
      body,
    });
    expect(validationErrors(reply)).toEqual([422, [[loc, msg]]]);
  });

  it.each(["vip", "DNC", "constructor", "%20"])(
    "knows no flag %s, and names those it knows",
    async (flag) => {
      expect(outcome(await put(await lead(), flag))).toEqual([
        404,
        {
          detail: "Flag not found; there are unsubscribed, dnc, do_not_email, do_not_text, do_not_call",
        },
      ]);
    },
  );

  it("requires the lead's scope: another lead answers as missing", async () => {
    const missing = outcome(await put(999_999, "dnc"));
    expect(missing).toEqual([404, { detail: "Lead not found" }]);
    const id = await lead();
    expect(outcome(await put(id, "dnc", {}, other.broker))).toEqual(missing);
    expect(outcome(await put(id, "dnc", {}, brokerage.agent))).toEqual(missing);
    expect(await history(id)).toEqual([]);
  });

  it("is one row however many set it at once", async () => {
    const id = await lead();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => put(id, "dnc", { reason: `Number ${n}` })),
    );
    const [only, ...more] = await history(id);
    expect([only.active, more]).toEqual([true, []]);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const set = (await auditOf(lintel, "lead", id)).filter(({ action }) => action === "update");
    expect(set).toHaveLength(1);
  });
});
