import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf } from "../../test/harness/brokerage-fixture.ts";
import { type BulkFixture, openBulk } from "../../test/harness/bulk-fixture.ts";
import { LEADS } from "../../test/harness/lead-fixture.ts";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";
import { step } from "../../test/harness/sequences-fixture.ts";
import { pruneBulkEdits } from "./index.ts";

describe("undoBulkEdit", () => {
  let fixture: MailFixture;
  let brokerage: BulkFixture["brokerage"];
  let done: BulkFixture["done"];
  let undo: BulkFixture["undo"];
  let leads: BulkFixture["leads"];
  let later: BulkFixture["later"];
  let events: BulkFixture["events"];
  let stateOf: BulkFixture["stateOf"];
  let mailsTo: BulkFixture["mailsTo"];
  let sequence: BulkFixture["sequence"];
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    ({ brokerage, done, undo, leads, later, events, stateOf, mailsTo, sequence } = await openBulk(
      fixture,
      `undobulkedit-${++made}`,
    ));
  });

  it.each([
    ["assign", () => ({ assigned_agent_id: brokerage.bob.id })],
    ["assign", () => ({ assigned_agent_id: null })],
    ["tag", () => ({ tag: "New Tag" })],
    ["untag", () => ({ tag: "old" })],
    ["enroll", async () => ({ sequence_id: await sequence() })],
    ["move", () => ({ event_type: "motivation_confirmed" })],
    ["move", () => ({ event_type: "bogus_contact_detected", reason_code: "other" })],
    ["move", () => ({ event_type: "timeout_no_response" })],
  ])("are undone as if they had not been made: %s", async (action, fields) => {
    await sequence({ name: "On qualified" });
    const running = await sequence({
      name: "On contacting",
      trigger_state: "CONTACTING",
      steps: [step("a", 3)],
    });
    const found = (await leads(3, {
      stage: "CONTACTING",
      assigned_agent_id: brokerage.ann.id,
      follow_up_due_at: new Date(fixture.lintel.clock.now().getTime() + 86_400_000),
      follow_up_source: "agent",
      follow_up_note: "Call",
    })) as number[];
    await done(found, { action: "tag", tag: "old" });
    await done(found, { action: "enroll", sequence_id: running }).catch(() => {});
    later(80_000);
    await events();
    const before = await Promise.all(found.map(stateOf));
    const { id } = await done(found, { action, ...(await fields()) });
    const after = await Promise.all(found.map(stateOf));
    expect(after).not.toEqual(before);
    later(59_000);
    const reply = await undo(id);
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        id,
        undone_at: fixture.lintel.clock.now().toISOString(),
        leads: found.map((lead_id) => ({ lead_id, result: "undone", changed_since: [] })),
      },
    ]);
    expect(await Promise.all(found.map(stateOf))).toEqual(before);
    later(80_000);
    expect(await events()).toEqual([]);
    expect((await mailsTo(brokerage.bob)).length).toBe(0);
    const audit = await auditOf(fixture.lintel, "lead", found[0] as number);
    expect(audit.at(-1)?.after).toMatchObject({ undone: `bulk edit ${id}` });
  });

  it("undo once of concurrent undos, for who made them, in time, after a crash too", async () => {
    const found = await leads(5);
    const tag = { action: "tag", tag: "once" };
    const { id } = await done(found, tag);
    expect((await undo(id, brokerage.ann.key)).status).toBe(404);
    expect((await undo(id, await fixture.lintel.createKey("admin"))).status).toBe(404);
    const replies = await Promise.all(Array.from({ length: 20 }, () => undo(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const late = await done(found, tag);
    later(60_000);
    expect((await undo(late.id)).body.detail).toMatch(/its time has passed/);
    expect((await brokerage.read(found[0] as number)).body.tags).toEqual(["once"]);
    later(2 * 86_400_000);
    await pruneBulkEdits(fixture.lintel.ctx);
    expect((await undo(late.id)).status).toBe(404);
  });

  it("do not undo what has changed since, and name it", async () => {
    const [moved, noted, gone, kept] = (await leads(4, { stage: "CONTACTING" })) as [
      number,
      number,
      number,
      number,
    ];
    const { id } = await done([moved, noted, gone, kept], {
      action: "move",
      event_type: "motivation_confirmed",
    });
    const report = { event_type: "buyer_agreement_signed" };
    await fixture.lintel.call(`${LEADS}/${moved}/transitions`, {
      method: "POST",
      key: brokerage.broker,
      body: report,
    });
    await brokerage.patch(noted, { notes: "Called since", assigned_agent_id: brokerage.bob.id });
    await fixture.lintel.call(`${LEADS}/${gone}`, { method: "DELETE", key: brokerage.broker });
    const { body } = await undo(id);
    expect(body.leads).toEqual([
      { lead_id: moved, result: "kept", changed_since: ["stage"] },
      { lead_id: noted, result: "undone", changed_since: [] },
      { lead_id: gone, result: "kept", changed_since: ["deleted"] },
      { lead_id: kept, result: "undone", changed_since: [] },
    ]);
    expect((await brokerage.read(moved)).body.stage).toBe("COMMITTED");
    expect((await brokerage.read(noted)).body).toMatchObject({
      stage: "CONTACTING",
      notes: "Called since",
      assigned_agent_id: brokerage.bob.id,
    });
    later(80_000);
    expect((await events()).filter((event) => event.startsWith("lead.stage_changed"))).toEqual([
      `lead.stage_changed lead:${moved}`,
      `lead.stage_changed lead:${moved}`,
    ]);
  });
});
