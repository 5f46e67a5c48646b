import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BulkFixture, openBulk } from "../../test/harness/bulk-fixture.ts";
import { openLeads } from "../../test/harness/lead-fixture.ts";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";
import { DRIPS } from "../../test/harness/sequences-fixture.ts";

describe("editLeadsInBulk", () => {
  let fixture: MailFixture;
  let bulk: BulkFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    bulk = await openBulk(fixture, `editleadsinbulk-${++made}`);
  });

  it("answers per lead, in the order of the request, and edits those that it can", async () => {
    const other = await openLeads(fixture.lintel, `foreign-${made}`);
    const [one, two] = (await bulk.leads(2)) as [number, number];
    const foreign = await other.makeLead();
    const reply = await bulk.edit([two, foreign, one, two, 999_999], {
      action: "assign",
      assigned_agent_id: bulk.brokerage.ann.id,
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
    expect((await bulk.brokerage.read(one)).body.assigned_agent_id).toBe(bulk.brokerage.ann.id);
    expect((await other.read(foreign)).body.assigned_agent_id).toBeNull();
  });

  it("moves only leads whose stage allows the event, and says why the others stay", async () => {
    const contacting = await bulk.brokerage.makeLead({ stage: "CONTACTING" });
    const fresh = await bulk.brokerage.makeLead();
    const { body } = await bulk.edit([contacting, fresh], {
      action: "move",
      event_type: "motivation_confirmed",
    });
    expect(body.leads).toEqual([
      { lead_id: contacting, result: "done", reason: null },
      { lead_id: fresh, result: "refused", reason: expect.stringContaining("motivation_confirmed") },
    ]);
    expect((await bulk.brokerage.read(fresh)).body.stage).toBe("NEW");
  });

  it.each([
    ["an unknown event", { action: "move", event_type: "nonsense" }, 400],
    ["a missing reason", { action: "move", event_type: "bogus_contact_detected" }, 400],
    ["a missing channel", { action: "move", event_type: "contact_attempted" }, 400],
    ["a missing field", { action: "tag" }, 422],
    ["an unknown sequence", { action: "enroll", sequence_id: 999_999 }, 404],
    ["an unknown action", { action: "delete" }, 422],
  ])("refuses the whole request for %s", async (_name, body, status) => {
    const lead = await bulk.brokerage.makeLead();
    expect((await bulk.edit([lead], body)).status).toBe(status);
    expect((await bulk.edit([], { action: "tag", tag: "x" })).status).toBe(422);
  });

  it("lets agents edit their own leads alone, and enroll none", async () => {
    const own = await bulk.brokerage.makeLead({ assigned_agent_id: bulk.brokerage.ann.id });
    const [bobs] = await bulk.leads(1, { assigned_agent_id: bulk.brokerage.bob.id });
    const key = bulk.brokerage.ann.key;
    const { body } = await bulk.edit([own, bobs as number], { action: "tag", tag: "mine" }, key);
    expect(body.leads.map(({ result }: { result: string }) => result)).toEqual(["done", "refused"]);
    const reply = await bulk.edit([own], { action: "enroll", sequence_id: await bulk.sequence() }, key);
    expect([reply.status, reply.body.detail]).toEqual([403, "Broker or admin role required"]);
  });

  it("sends notices and webhooks once, after the minute, in their order, by any process", async () => {
    const [lead, untouched] = (await bulk.leads(2)) as [number, number];
    await bulk.events();
    await bulk.done([lead], { action: "assign", assigned_agent_id: bulk.brokerage.ann.id });
    // A later event of the same lead waits for the held one; others do not.
    await bulk.brokerage.patch(lead, { assigned_agent_id: bulk.brokerage.bob.id });
    await bulk.brokerage.patch(untouched, { assigned_agent_id: bulk.brokerage.bob.id });
    expect(await bulk.events()).toEqual([`lead.assigned lead:${untouched}`]);
    expect(await bulk.mailsTo(bulk.brokerage.ann)).toEqual([]);
    bulk.later(64_000);
    expect(await bulk.events()).toEqual([]);
    expect(await bulk.mailsTo(bulk.brokerage.ann)).toEqual([]);
    bulk.later(11_000);
    expect(await bulk.events()).toEqual([`lead.assigned lead:${lead}`, `lead.assigned lead:${lead}`]);
    await Promise.all([fixture.deliver(), fixture.deliver()]);
    expect(await bulk.mailsTo(bulk.brokerage.ann)).toHaveLength(1);
    bulk.later(120_000);
    expect(await bulk.mailsTo(bulk.brokerage.ann)).toHaveLength(1);
  });

  it("holds back first steps of drips", async () => {
    const [lead] = (await bulk.leads(1)) as [number];
    const { undo_until } = await bulk.done([lead], { action: "enroll", sequence_id: await bulk.sequence() });
    const [enrollment] = (await bulk.stateOf(lead)).enrollments;
    expect(enrollment?.next_send_at?.getTime()).toBe(Date.parse(undo_until) + 15_000);
  });

  it("take up to 200 leads, with one Idempotency-Key", async () => {
    const found = await bulk.leads(200);
    const body = { action: "assign", assigned_agent_id: bulk.brokerage.ann.id };
    const headers = { "idempotency-key": `bulk-${made}` };
    expect((await bulk.edit([...found, 1], body)).status).toBe(422);
    const began = performance.now();
    const first = await bulk.edit(found, body, bulk.brokerage.broker, headers);
    expect(first.body.done).toBe(200);
    // The embedded database runs statements one by one, on a machine that does other things as well.
    const within = fixture.lintel.database.embedded ? 60_000 : 10_000;
    expect(performance.now() - began).toBeLessThan(within);
    const again = await bulk.edit(found, body, bulk.brokerage.broker, headers);
    expect([again.headers["idempotent-replayed"], again.body.id]).toEqual(["true", first.body.id]);
    const { body: undone } = await bulk.undo(first.body.id);
    expect(new Set(undone.leads.map(({ result }: { result: string }) => result))).toEqual(
      new Set(["undone"]),
    );
  });

  it("do not deadlock with each other, nor with edits of their leads and sequences", async () => {
    const found = await bulk.leads(20, { stage: "CONTACTING" });
    const id = await bulk.sequence();
    const replies = await Promise.all([
      bulk.edit(found, { action: "move", event_type: "motivation_confirmed" }),
      bulk.edit([...found].reverse(), { action: "enroll", sequence_id: id }),
      bulk.edit(found, { action: "tag", tag: "a" }),
      bulk.edit([...found].reverse(), { action: "assign", assigned_agent_id: bulk.brokerage.ann.id }),
      ...found.slice(0, 5).map((lead) => bulk.brokerage.patch(lead, { notes: "x" })),
      fixture.lintel.call(`${DRIPS}/${id}`, {
        method: "PUT",
        key: bulk.brokerage.broker,
        body: { description: "x" },
      }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });
});
