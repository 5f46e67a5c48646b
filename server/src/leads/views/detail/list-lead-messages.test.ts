import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { type MailFixture, openMail } from "../../../../test/harness/mail-fixture.ts";
import { openPush, type PushFixture } from "../../../../test/harness/push-fixture.ts";
import { enqueue } from "../../../messages/enqueue.ts";

const notFound = [404, { detail: "Lead not found" }];
const MINUTE_MS = 60_000;

describe("listLeadMessages", () => {
  let room: MailFixture;
  let office: LeadFixture;
  let made = 0;
  beforeAll(async () => {
    room = await openMail();
  });
  afterAll(() => room.close());
  beforeEach(async () => {
    office = await openLeads(room.lintel, `listing-${++made}`);
  });

  const list = (lead: number, key = office.broker) => room.lintel.call(`${LEADS}/${lead}/messages`, { key });
  const register = async () => {
    const body = { name: "Ada Lovelace", email: `ada@listing-${made}.test`, phone: "+12085550101" };
    const reply = await room.lintel.call("/register", { method: "POST", host: office.host, body });
    return Number(reply.body.lead_id);
  };
  /** Straight into the ledger, in a state that takes long to come by. */
  async function write(lead: number, columns: { state: string; due_at: Date; finished_at?: Date | null }) {
    const occasion = `test ${++made}`;
    await enqueue(room.lintel.ctx, [
      {
        brokerageId: office.id,
        leadId: lead,
        channel: "sms",
        recipient: "+12085550199",
        occasion,
        content: { template: "agent_reminder", data: {}, audience: "staff" },
        dueAt: columns.due_at,
      },
    ]);
    await room.lintel.database.db
      .updateTable("messages")
      .set(columns)
      .where("occasion", "=", occasion)
      .execute();
  }

  it("holds what was sent, to whom, on which channel and when, and nothing of what it said", async () => {
    const lead = await register();
    const due = room.lintel.clock.now().toISOString();
    const waiting = (await list(lead)).body.items;
    expect(waiting).toEqual([
      { kind: "new_lead", channel: "email", to: expect.any(String), outcome: "waiting", at: due },
      { kind: "welcome", channel: "email", to: `ada@listing-${made}.test`, outcome: "waiting", at: due },
    ]);
    room.lintel.clock.advance(MINUTE_MS);
    const at = room.lintel.clock.now().toISOString();
    await room.deliver();
    const { status, text, body } = await list(lead);
    expect([status, body.items]).toEqual([
      200,
      waiting.map((message: object) => ({ ...message, outcome: "sent", at })),
    ]);
    for (const said of ["Ada", "Lovelace", "Welcome to", "0101"]) expect(text).not.toContain(said);
  });

  it("comes in the order of time, what is still to be sent by when it is due", async () => {
    const lead = await office.makeLead();
    const now = room.lintel.clock.now().getTime();
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
    expect(outcome(await list(await office.makeLead()))).toEqual([200, { items: [] }]);
  });

  it("holds no message of another lead", async () => {
    const [one, two] = [await register(), await office.makeLead()];
    expect((await list(one)).body.items).toHaveLength(2);
    expect((await list(two)).body.items).toEqual([]);
  });

  it("is for those who see the lead: to others, and another tenant's people, it is a missing one", async () => {
    const other = await openLeads(room.lintel, `listing-${++made}`);
    const lead = await office.makeLead({ assigned_agent_id: office.ann.id });
    for (const key of [office.broker, office.ann.key, await room.lintel.createKey("admin")]) {
      expect((await list(lead, key)).status).toBe(200);
    }
    for (const key of [office.bob.key, office.agent, other.broker, other.ann.key]) {
      expect(outcome(await list(lead, key))).toEqual(notFound);
    }
    expect(outcome(await list(999_999))).toEqual(notFound);
    await office.disable();
    expect(outcome(await list(lead))).toEqual(notFound);
  });
});

describe("listLeadMessages of pushes", () => {
  let room: PushFixture;
  beforeAll(async () => {
    room = await openPush();
  });
  afterAll(() => room.close());

  it("says whose browser it was, and never where that gets its pushes", async () => {
    const office = await room.openOffice();
    const browser = await room.subscribe(office.ann.key);
    const lead = await room.remind(office);
    await room.deliver();
    const { text, body } = await room.lintel.call(`${LEADS}/${lead}/messages`, { key: office.broker });
    expect(body.items).toEqual([
      {
        kind: "agent_reminder",
        channel: "push",
        to: "agent key",
        outcome: "sent",
        at: room.lintel.clock.now().toISOString(),
      },
    ]);
    for (const secret of [browser.path, room.service.origin, browser.json.keys.auth])
      expect(text).not.toContain(secret);
  });
});
