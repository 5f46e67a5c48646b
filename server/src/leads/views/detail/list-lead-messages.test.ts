import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { type MailFixture, openMail } from "../../../../test/harness/mail-fixture.ts";
import { openPush, type PushFixture } from "../../../../test/harness/push-fixture.ts";
import { enqueue } from "../../../messages/enqueue.ts";

const notFound = [404, { detail: "Lead not found" }];
const MINUTE_MS = 60_000;

describe("listLeadMessages", () => {
  let fixture: MailFixture;
  let brokerage: LeadFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await openLeads(fixture.lintel, `listing-${++made}`);
  });

  const list = (lead: number, key = brokerage.broker) =>
    fixture.lintel.call(`${LEADS}/${lead}/messages`, { key });
  const register = async () => {
    const body = { name: "Ada Lovelace", email: `ada@listing-${made}.test`, phone: "+12085550101" };
    const reply = await fixture.lintel.call("/register", { method: "POST", host: brokerage.host, body });
    return Number(reply.body.lead_id);
  };
  /** Straight into the ledger, in a state that takes long to come by. */
  async function write(lead: number, columns: { state: string; due_at: Date; finished_at?: Date | null }) {
    const occasion = `test ${++made}`;
    await enqueue(fixture.lintel.ctx, [
      {
        brokerageId: brokerage.id,
        leadId: lead,
        channel: "sms",
        recipient: "+12085550199",
        occasion,
        content: { template: "agent_reminder", data: {}, audience: "staff" },
        dueAt: columns.due_at,
      },
    ]);
    await fixture.lintel.database.db
      .updateTable("messages")
      .set(columns)
      .where("occasion", "=", occasion)
      .execute();
  }

  it("holds what was sent, to whom, on which channel and when, and nothing of what it said", async () => {
    const lead = await register();
    const due = fixture.lintel.clock.now().toISOString();
    const waiting = (await list(lead)).body.items;
    expect(waiting).toEqual([
      { kind: "new_lead", channel: "email", to: expect.any(String), outcome: "waiting", at: due },
      { kind: "welcome", channel: "email", to: `ada@listing-${made}.test`, outcome: "waiting", at: due },
    ]);
    fixture.lintel.clock.advance(MINUTE_MS);
    const at = fixture.lintel.clock.now().toISOString();
    await fixture.deliver();
    const { status, text, body } = await list(lead);
    expect([status, body.items]).toEqual([
      200,
      waiting.map((message: object) => ({ ...message, outcome: "sent", at })),
    ]);
    for (const personal of ["Ada", "Lovelace", "Welcome to", "0101"]) expect(text).not.toContain(personal);
  });

  it("comes in the order of time, what is still to be sent by when it is due", async () => {
    const lead = await brokerage.makeLead();
    const now = fixture.lintel.clock.now().getTime();
    const inMinutes = (minutes: number) => new Date(now + minutes * MINUTE_MS);
    await write(lead, { state: "waiting", due_at: inMinutes(50) });
    await write(lead, { state: "failed", due_at: inMinutes(0), finished_at: inMinutes(40) });
    await write(lead, { state: "dropped", due_at: inMinutes(0), finished_at: inMinutes(10) });
    await write(lead, { state: "sending", due_at: inMinutes(20) });
    await write(lead, { state: "sent", due_at: inMinutes(5), finished_at: inMinutes(30) });
    const { items } = (await list(lead)).body;
    expect(items.map((item: { outcome: string; at: string }) => [item.outcome, item.at])).toEqual([
      ["dropped", inMinutes(10).toISOString()],
      ["sending", inMinutes(20).toISOString()],
      ["sent", inMinutes(30).toISOString()],
      ["failed", inMinutes(40).toISOString()],
      ["waiting", inMinutes(50).toISOString()],
    ]);
  });

  it("is empty for a lead that nothing was written about", async () => {
    expect(outcome(await list(await brokerage.makeLead()))).toEqual([200, { items: [] }]);
  });

  it("holds no message of another lead", async () => {
    const [one, two] = [await register(), await brokerage.makeLead()];
    expect((await list(one)).body.items).toHaveLength(2);
    expect((await list(two)).body.items).toEqual([]);
  });

  it("is for those who see the lead: to others, and another tenant's people, it is a missing one", async () => {
    const other = await openLeads(fixture.lintel, `listing-${++made}`);
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    for (const key of [brokerage.broker, brokerage.ann.key, await fixture.lintel.createKey("admin")]) {
      expect((await list(lead, key)).status).toBe(200);
    }
    for (const key of [brokerage.bob.key, brokerage.agent, other.broker, other.ann.key]) {
      expect(outcome(await list(lead, key))).toEqual(notFound);
    }
    expect(outcome(await list(999_999))).toEqual(notFound);
    await brokerage.disable();
    expect(outcome(await list(lead))).toEqual(notFound);
  });
});

describe("listLeadMessages of pushes", () => {
  let fixture: PushFixture;
  beforeAll(async () => {
    fixture = await openPush();
  });
  afterAll(() => fixture.close());

  it("says whose browser it was, and never where that gets its pushes", async () => {
    const brokerage = await fixture.openBrokerage();
    const browser = await fixture.subscribe(brokerage.ann.key);
    const lead = await fixture.remind(brokerage);
    await fixture.deliver();
    const { text, body } = await fixture.lintel.call(`${LEADS}/${lead}/messages`, { key: brokerage.broker });
    expect(body.items).toEqual([
      {
        kind: "agent_reminder",
        channel: "push",
        to: "agent key",
        outcome: "sent",
        at: fixture.lintel.clock.now().toISOString(),
      },
    ]);
    for (const secret of [browser.path, fixture.service.origin, browser.json.keys.auth])
      expect(text).not.toContain(secret);
  });
});
