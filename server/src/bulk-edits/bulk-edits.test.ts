import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf } from "../../test/harness/brokerage-fixture.ts";
import { LEADS, type LeadFixture, openLeads } from "../../test/harness/lead-fixture.ts";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";
import { DRIPS, step } from "../../test/harness/sequences-fixture.ts";
import { takeEvents } from "../event-outbox/index.ts";
import { pruneBulkEdits } from "./index.ts";

const BULK = `${LEADS}/bulk`;

describe("bulk edits", () => {
  let fixture: MailFixture;
  let brokerage: LeadFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await openLeads(fixture.lintel, `bulk-${++made}`);
    const { lintel } = fixture;
    lintel.clock.advance(3_600_000);
    await takeEvents(lintel.database.db, 10_000, lintel.clock.now());
  });

  const edit = (lead_ids: number[], body: object, key = brokerage.broker, headers = {}) =>
    fixture.lintel.call(BULK, { method: "POST", key, body: { lead_ids, ...body }, headers });
  const done = async (...args: Parameters<typeof edit>) => {
    const reply = await edit(...args);
    expect([reply.status, reply.body.refused, reply.text]).toEqual([200, 0, reply.text]);
    return reply.body as { id: number; undo_until: string };
  };
  const undo = (id: number, key = brokerage.broker) =>
    fixture.lintel.call(`${BULK}/${id}/undo`, { method: "POST", key, keyed: false });
  const leads = (count: number, columns = {}) =>
    Promise.all(Array.from({ length: count }, () => brokerage.makeLead(columns)));
  const later = (ms: number) => fixture.lintel.clock.advance(ms);
  const events = async () =>
    (await takeEvents(fixture.lintel.database.db, 1000, fixture.lintel.clock.now())).map(
      ({ event, subject }) => `${event} ${subject}`,
    );
  /** A lead with all that a bulk edit may change. */
  const stateOf = async (lead: number) => {
    const { db } = fixture.lintel.database;
    const { updated_at, ...row } = (await db
      .selectFrom("leads")
      .selectAll()
      .where("id", "=", lead)
      .executeTakeFirstOrThrow()) as Record<string, unknown>;
    const enrollments = await db
      .selectFrom("drip_enrollments")
      .selectAll()
      .where("lead_id", "=", lead)
      .execute();
    const tags = (await brokerage.read(lead)).body.tags;
    return { row, enrollments, tags, timeline: await brokerage.timeline(lead) };
  };
  const mailsTo = async (agent: { id: number }) => {
    await fixture.deliver();
    const { email } = await fixture.lintel.database.db
      .selectFrom("agents")
      .select("email")
      .where("id", "=", agent.id)
      .executeTakeFirstOrThrow();
    return fixture.mailsTo(email);
  };
  const sequence = async (fields = {}) => {
    const reply = await fixture.lintel.call(DRIPS, {
      method: "POST",
      key: brokerage.broker,
      body: { name: `Nurture ${made}`, trigger_state: "QUALIFIED", steps: [step("one", 0)], ...fields },
    });
    return reply.body.id as number;
  };

  it("answers per lead, in the order of the request, and edits those that it can", async () => {
    const other = await openLeads(fixture.lintel, `foreign-${made}`);
    const [one, two] = (await leads(2)) as [number, number];
    const foreign = await other.makeLead();
    const reply = await edit([two, foreign, one, two, 999_999], {
      action: "assign",
      assigned_agent_id: brokerage.ann.id,
    });
    expect(reply.body).toMatchObject({
      action: "assign",
      done: 2,
      refused: 2,
      leads: [
        { lead_id: two, result: "done", reason: null },
        { lead_id: foreign, result: "refused", reason: "Lead not found" },
        { lead_id: one, result: "done", reason: null },
        { lead_id: 999_999, result: "refused", reason: "Lead not found" },
      ],
    });
    const { created_at, undo_until } = reply.body;
    expect(Date.parse(undo_until) - Date.parse(created_at)).toBe(60_000);
    expect((await brokerage.read(one)).body.assigned_agent_id).toBe(brokerage.ann.id);
    expect((await other.read(foreign)).body.assigned_agent_id).toBeNull();
  });

  it("moves only leads whose stage allows the event, and says why the others stay", async () => {
    const contacting = await brokerage.makeLead({ stage: "CONTACTING" });
    const fresh = await brokerage.makeLead();
    const { body } = await edit([contacting, fresh], { action: "move", event_type: "motivation_confirmed" });
    expect(body.leads).toEqual([
      { lead_id: contacting, result: "done", reason: null },
      { lead_id: fresh, result: "refused", reason: expect.stringContaining("motivation_confirmed") },
    ]);
    expect((await brokerage.read(fresh)).body.stage).toBe("NEW");
  });

  it.each([
    ["an unknown event", { action: "move", event_type: "nonsense" }, 400],
    ["a missing reason", { action: "move", event_type: "bogus_contact_detected" }, 400],
    ["a missing channel", { action: "move", event_type: "contact_attempted" }, 400],
    ["a missing field", { action: "tag" }, 422],
    ["an unknown sequence", { action: "enroll", sequence_id: 999_999 }, 404],
    ["an unknown action", { action: "delete" }, 422],
  ])("refuses the whole request for %s", async (_name, body, status) => {
    const lead = await brokerage.makeLead();
    expect((await edit([lead], body)).status).toBe(status);
    expect((await edit([], { action: "tag", tag: "x" })).status).toBe(422);
  });

  it("lets agents edit their own leads alone, and enroll none", async () => {
    const own = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const [bobs] = await leads(1, { assigned_agent_id: brokerage.bob.id });
    const key = brokerage.ann.key;
    const { body } = await edit([own, bobs as number], { action: "tag", tag: "mine" }, key);
    expect(body.leads.map(({ result }: { result: string }) => result)).toEqual(["done", "refused"]);
    const reply = await edit([own], { action: "enroll", sequence_id: await sequence() }, key);
    expect([reply.status, reply.body.detail]).toEqual([403, "Broker or admin role required"]);
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

  it("sends notices and webhooks once, after the minute, in their order, by any process", async () => {
    const [lead, untouched] = (await leads(2)) as [number, number];
    await events();
    await done([lead], { action: "assign", assigned_agent_id: brokerage.ann.id });
    // A later event of the same lead waits for the held one; others do not.
    await brokerage.patch(lead, { assigned_agent_id: brokerage.bob.id });
    await brokerage.patch(untouched, { assigned_agent_id: brokerage.bob.id });
    expect(await events()).toEqual([`lead.assigned lead:${untouched}`]);
    expect(await mailsTo(brokerage.ann)).toEqual([]);
    later(64_000);
    expect(await events()).toEqual([]);
    expect(await mailsTo(brokerage.ann)).toEqual([]);
    later(11_000);
    expect(await events()).toEqual([`lead.assigned lead:${lead}`, `lead.assigned lead:${lead}`]);
    await Promise.all([fixture.deliver(), fixture.deliver()]);
    expect(await mailsTo(brokerage.ann)).toHaveLength(1);
    later(120_000);
    expect(await mailsTo(brokerage.ann)).toHaveLength(1);
  });

  it("holds back first steps of drips", async () => {
    const [lead] = (await leads(1)) as [number];
    const { undo_until } = await done([lead], { action: "enroll", sequence_id: await sequence() });
    const [enrollment] = (await stateOf(lead)).enrollments;
    expect(enrollment?.next_send_at?.getTime()).toBe(Date.parse(undo_until) + 15_000);
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

  it("take up to 200 leads, with one Idempotency-Key", async () => {
    const found = await leads(200);
    const body = { action: "assign", assigned_agent_id: brokerage.ann.id };
    const headers = { "idempotency-key": `bulk-${made}` };
    expect((await edit([...found, 1], body)).status).toBe(422);
    const began = performance.now();
    const first = await edit(found, body, brokerage.broker, headers);
    expect(first.body.done).toBe(200);
    expect(performance.now() - began).toBeLessThan(10_000);
    const again = await edit(found, body, brokerage.broker, headers);
    expect([again.headers["idempotent-replayed"], again.body.id]).toEqual(["true", first.body.id]);
    const { body: undone } = await undo(first.body.id);
    expect(new Set(undone.leads.map(({ result }: { result: string }) => result))).toEqual(
      new Set(["undone"]),
    );
  });

  it("do not deadlock with each other, nor with edits of their leads and sequences", async () => {
    const found = await leads(20, { stage: "CONTACTING" });
    const id = await sequence();
    const replies = await Promise.all([
      edit(found, { action: "move", event_type: "motivation_confirmed" }),
      edit([...found].reverse(), { action: "enroll", sequence_id: id }),
      edit(found, { action: "tag", tag: "a" }),
      edit([...found].reverse(), { action: "assign", assigned_agent_id: brokerage.ann.id }),
      ...found.slice(0, 5).map((lead) => brokerage.patch(lead, { notes: "x" })),
      fixture.lintel.call(`${DRIPS}/${id}`, {
        method: "PUT",
        key: brokerage.broker,
        body: { description: "x" },
      }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });
});
