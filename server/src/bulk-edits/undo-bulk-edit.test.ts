import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf } from "../../test/harness/brokerage-fixture.ts";
import { type BulkFixture, openBulk } from "../../test/harness/bulk-fixture.ts";
import { LEADS } from "../../test/harness/lead-fixture.ts";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";
import { step } from "../../test/harness/sequences-fixture.ts";
import { pruneBulkEdits } from "./index.ts";

describe("undoBulkEdit", () => {
  let fixture: MailFixture;
  let bulk: BulkFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    bulk = await openBulk(fixture, `undobulkedit-${++made}`);
  });

  it.each([
    ["assign", () => ({ assigned_agent_id: bulk.brokerage.bob.id })],
    ["assign", () => ({ assigned_agent_id: null })],
    ["tag", () => ({ tag: "New Tag" })],
    ["untag", () => ({ tag: "old" })],
    ["enroll", async () => ({ sequence_id: await bulk.sequence() })],
    ["move", () => ({ event_type: "motivation_confirmed" })],
    ["move", () => ({ event_type: "bogus_contact_detected", reason_code: "other" })],
    ["move", () => ({ event_type: "timeout_no_response" })],
  ])("are undone as if they had not been made: %s", async (action, fields) => {
    await bulk.sequence({ name: "On qualified" });
    const running = await bulk.sequence({
      name: "On contacting",
      trigger_state: "CONTACTING",
      steps: [step("a", 3)],
    });
    const found = (await bulk.leads(3, {
      stage: "CONTACTING",
      assigned_agent_id: bulk.brokerage.ann.id,
      follow_up_due_at: new Date(fixture.lintel.clock.now().getTime() + 86_400_000),
      follow_up_source: "agent",
      follow_up_note: "Call",
    })) as number[];
    await bulk.done(found, { action: "tag", tag: "old" });
    await bulk.done(found, { action: "enroll", sequence_id: running }).catch(() => {});
    bulk.later(80_000);
    await bulk.events();
    const before = await Promise.all(found.map(bulk.stateOf));
    const { id } = await bulk.done(found, { action, ...(await fields()) });
    const after = await Promise.all(found.map(bulk.stateOf));
    expect(after).not.toEqual(before);
    bulk.later(59_000);
    const reply = await bulk.undo(id);
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        id,
        undone_at: fixture.lintel.clock.now().toISOString(),
        leads: found.map((lead_id) => ({ lead_id, result: "undone", changed_since: [] })),
      },
    ]);
    expect(await Promise.all(found.map(bulk.stateOf))).toEqual(before);
    bulk.later(80_000);
    expect(await bulk.events()).toEqual([]);
    expect((await bulk.mailsTo(bulk.brokerage.bob)).length).toBe(0);
    const audit = await auditOf(fixture.lintel, "lead", found[0] as number);
    expect(audit.at(-1)?.after).toMatchObject({ undone: `bulk edit ${id}` });
  });

  it("undo once of concurrent undos, for who made them, in time, after a crash too", async () => {
    const found = await bulk.leads(5);
    const tag = { action: "tag", tag: "once" };
    const { id } = await bulk.done(found, tag);
    expect((await bulk.undo(id, bulk.brokerage.ann.key)).status).toBe(404);
    expect((await bulk.undo(id, await fixture.lintel.createKey("admin"))).status).toBe(404);
    const replies = await Promise.all(Array.from({ length: 20 }, () => bulk.undo(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const late = await bulk.done(found, tag);
    bulk.later(60_000);
    expect((await bulk.undo(late.id)).body.detail).toMatch(/its time has passed/);
    expect((await bulk.brokerage.read(found[0] as number)).body.tags).toEqual(["once"]);
    bulk.later(2 * 86_400_000);
    await pruneBulkEdits(fixture.lintel.ctx);
    expect((await bulk.undo(late.id)).status).toBe(404);
  });

  it("undo the rest of a part of which a detail has changed since", async () => {
    const [lead] = (await bulk.leads(1)) as [number];
    const { id } = await bulk.done([lead], {
      action: "move",
      event_type: "contact_attempted",
      channel: "call",
    });
    const due_at = new Date(fixture.lintel.clock.now().getTime() + 7_200_000).toISOString();
    await fixture.lintel.call(`${LEADS}/${lead}/follow-up`, {
      method: "PUT",
      key: bulk.brokerage.broker,
      body: { due_at },
    });
    const { body } = await bulk.undo(id);
    expect(body.leads).toEqual([{ lead_id: lead, result: "partly_undone", changed_since: ["stage"] }]);
    expect((await bulk.brokerage.read(lead)).body).toMatchObject({ stage: "NEW", follow_up: { due_at } });
  });

  it("do not undo what has changed since, and name it", async () => {
    const [moved, noted, gone, kept] = (await bulk.leads(4, { stage: "CONTACTING" })) as [
      number,
      number,
      number,
      number,
    ];
    const { id } = await bulk.done([moved, noted, gone, kept], {
      action: "move",
      event_type: "motivation_confirmed",
    });
    const report = { event_type: "buyer_agreement_signed" };
    await fixture.lintel.call(`${LEADS}/${moved}/transitions`, {
      method: "POST",
      key: bulk.brokerage.broker,
      body: report,
    });
    await bulk.brokerage.patch(noted, { notes: "Called since", assigned_agent_id: bulk.brokerage.bob.id });
    await fixture.lintel.call(`${LEADS}/${gone}`, { method: "DELETE", key: bulk.brokerage.broker });
    const { body } = await bulk.undo(id);
    expect(body.leads).toEqual([
      { lead_id: moved, result: "kept", changed_since: ["stage"] },
      { lead_id: noted, result: "undone", changed_since: [] },
      { lead_id: gone, result: "kept", changed_since: ["deleted"] },
      { lead_id: kept, result: "undone", changed_since: [] },
    ]);
    expect((await bulk.brokerage.read(moved)).body.stage).toBe("COMMITTED");
    expect((await bulk.brokerage.read(noted)).body).toMatchObject({
      stage: "CONTACTING",
      notes: "Called since",
      assigned_agent_id: bulk.brokerage.bob.id,
    });
    bulk.later(80_000);
    expect((await bulk.events()).filter((event) => event.startsWith("lead.stage_changed"))).toEqual([
      `lead.stage_changed lead:${moved}`,
      `lead.stage_changed lead:${moved}`,
    ]);
  });
});
