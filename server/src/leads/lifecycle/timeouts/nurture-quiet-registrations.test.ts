import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { recordSignal } from "../../engagement/temperature/record-signal.ts";
import { lockLead } from "../../lead-scope.ts";
import { nurtureQuietRegistrations } from "./nurture-quiet-registrations.ts";

const DAY = 86_400_000;

describe("nurtureQuietRegistrations", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    await lintel.database.db.deleteFrom("leads").execute();
    brokerage = await openRouting(lintel, `quiet-${++made}`);
  });

  const run = () => nurtureQuietRegistrations(lintel.ctx);
  const statusOf = async (lead: number) => (await brokerage.lead(lead)).body.registration_status;
  const registeredAs = async (registration_status: string) => {
    const { id } = await brokerage.registered();
    await lintel.database.db.updateTable("leads").set({ registration_status }).where("id", "=", id).execute();
    return id;
  };

  it("moves a registration after 30 quiet days, and not a moment earlier", async () => {
    const { id } = await brokerage.registered();
    lintel.clock.advance(30 * DAY - 1);
    expect([await run(), await statusOf(id)]).toEqual([0, "new"]);
    lintel.clock.advance(1);
    expect([await run(), await statusOf(id)]).toEqual([1, "nurture"]);
    lintel.clock.advance(60 * DAY);
    expect([await run(), await statusOf(id)]).toEqual([0, "nurture"]);
  });

  it.each(["new", "assigned", "contacted", "qualified", "showing", "offer"])("moves %s", async (status) => {
    const id = await registeredAs(status);
    lintel.clock.advance(30 * DAY);
    expect([await run(), await statusOf(id)]).toEqual([1, "nurture"]);
  });

  it("never moves dead ones, nor leads that did not register", async () => {
    const dead = await registeredAs("dead");
    const { body } = await lintel.call("/api/v1/admin/leads", {
      method: "POST",
      key: brokerage.broker,
      body: { first_name: "A", last_name: "B", email: "a@b.test", subject: "Hi", message: "Hi" },
    });
    lintel.clock.advance(400 * DAY);
    expect(await run()).toBe(0);
    expect([await statusOf(dead), await statusOf(body.id)]).toEqual(["dead", null]);
  });

  it("changes nothing else of the lead: its stage has times of its own", async () => {
    const { id } = await brokerage.registered();
    const before = (await brokerage.lead(id)).body;
    lintel.clock.advance(30 * DAY);
    await run();
    const { sla: _, temperature: __, ...after } = (await brokerage.lead(id)).body;
    expect(after).toEqual({
      ...Object.fromEntries(Object.entries(before).filter(([name]) => name in after)),
      registration_status: "nurture",
      updated_at: lintel.clock.now().toISOString(),
    });
  });

  it.each<[string, (lead: number) => Promise<unknown>]>([
    ["a contact", (lead) => post(`${lead}/contacts`, { channel: "call", direction: "outbound" })],
    ["an answer", (lead) => post(`${lead}/contacts`, { channel: "email", direction: "inbound" })],
    ["an event", (lead) => post(`${lead}/transitions`, { event_type: "contact_attempted", channel: "text" })],
    ["a note", (lead) => patch(lead, { notes: "Wants a garden" })],
    [
      "a visit to the website",
      (lead) =>
        inTransaction(lintel.ctx, async (ctx) =>
          recordSignal(ctx, await lockLead(ctx, lead), { kind: "site_visit", occurredAt: ctx.clock.now() }),
        ),
    ],
  ])("begins to count anew with %s", async (_, act) => {
    const { id } = await brokerage.registered();
    lintel.clock.advance(29 * DAY);
    await act(id);
    lintel.clock.advance(29 * DAY);
    expect(await run()).toBe(0);
    lintel.clock.advance(DAY);
    expect([await run(), await statusOf(id)]).toEqual([1, "nurture"]);
  });

  it("begins to count anew when the same person registers again", async () => {
    const bob = { name: "Bob Visitor", email: "bob@visitors.test" };
    const { id } = await brokerage.registered(bob);
    lintel.clock.advance(29 * DAY);
    expect((await brokerage.registered(bob)).id).toBe(id);
    lintel.clock.advance(29 * DAY);
    expect(await run()).toBe(0);
  });

  it("leaves one that staff have just taken out of nurture", async () => {
    const { id } = await brokerage.registered();
    lintel.clock.advance(30 * DAY);
    await run();
    lintel.clock.advance(DAY);
    await patch(id, { registration_status: "qualified" });
    expect([await run(), await statusOf(id)]).toEqual([0, "qualified"]);
  });

  it("leaves a disabled brokerage's alone until it is back", async () => {
    const { id } = await brokerage.registered();
    const key = await lintel.createKey("admin");
    const path = `/api/admin/brokerages/${brokerage.id}`;
    await lintel.call(path, { method: "DELETE", key });
    lintel.clock.advance(30 * DAY);
    expect(await run()).toBe(0);
    await lintel.call(path, { method: "PUT", key, body: { disabled_at: null } });
    expect([await run(), await statusOf(id)]).toEqual([1, "nurture"]);
  });

  it("moves any number, each once, however many processes do it", async () => {
    const { id } = await brokerage.registered();
    const { db } = lintel.database;
    const { id: _, ...lead } = await db
      .selectFrom("leads")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const copy = { ...lead, preferences: JSON.stringify(lead.preferences) };
    for (let n = 0; n < 5; n++) await db.insertInto("leads").values(Array(500).fill(copy)).execute();
    lintel.clock.advance(30 * DAY);
    const moved = await Promise.all([run(), run(), run()]);
    expect(moved.reduce((sum, each) => sum + each)).toBe(2501);
    expect(await run()).toBe(0);
  });

  const post = (path: string, body: object) =>
    lintel.call(`/api/v1/admin/leads/${path}`, { method: "POST", key: brokerage.broker, body });
  const patch = (lead: number, body: object) =>
    lintel.call(`/api/v1/admin/leads/${lead}`, { method: "PATCH", key: brokerage.broker, body });
});
