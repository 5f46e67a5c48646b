import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { everyRow } from "../../test/harness/all-rows.ts";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";
import { type OutreachFixture, openOutreach } from "../../test/harness/outreach-fixture.ts";
import { DRIPS, step } from "../../test/harness/sequences-fixture.ts";
import type { TestApp } from "../../test/harness/test-app.ts";

const DAY_MS = 86_400_000;

describe("simulateDrip", () => {
  let fixture: MailFixture;
  let lintel: TestApp;
  let brokerage: OutreachFixture;
  let sequence: { id: number };
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail();
    lintel = fixture.lintel;
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await openOutreach(lintel, `simulating-${++made}`);
    sequence = await brokerage.sequence();
    lead = await brokerage.makeLead({
      email: `ada-${made}@visitors.test`,
      assigned_agent_id: brokerage.ann.id,
    });
  });

  const simulate = (body: object, key = brokerage.broker, id = sequence.id) =>
    lintel.call(`${DRIPS}/${id}/simulate`, { method: "POST", key, body });

  it("names the times at which the drip pass then sends each step", async () => {
    const { body } = await simulate({ lead_id: lead });
    expect(body).toMatchObject({
      lead_id: lead,
      enrolled_at: lintel.clock.now().toISOString(),
      enrolled_state: "NEW",
      time_zone: expect.stringContaining("/"),
      refusal: null,
      stop_reason: null,
    });
    await brokerage.enrolled(sequence.id, lead);
    const sent: { due_at: string; subject: string | undefined }[] = [];
    const admin = await lintel.createKey("admin");
    for (const { due_at } of body.steps) {
      const ms = Date.parse(due_at) - lintel.clock.now().getTime();
      for (const wait of [ms - 1000, 1000]) {
        lintel.clock.advance(wait);
        await lintel.call(`${DRIPS}/run`, { method: "POST", key: admin });
        const mails = await fixture.mailsTo(`ada-${made}@visitors.test`);
        if (mails.length > sent.length) sent.push({ due_at, subject: mails[sent.length]?.subject });
      }
      expect(sent).toHaveLength(
        body.steps.findIndex((each: { due_at: string }) => each.due_at === due_at) + 1,
      );
    }
    const shown = body.steps.map(({ due_at, subject }: { due_at: string; subject: string }) => ({
      due_at,
      subject,
    }));
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(
      new Set(shown.map(({ subject }: { subject: string }) => subject)),
    );
    expect(sent.map(({ due_at }) => due_at)).toEqual(shown.map(({ due_at }: { due_at: string }) => due_at));
  });

  it("takes steps that are not saved, and keeps none of them", async () => {
    const steps = [step("now", 0), { ...step("weekend", 6), subject_template: "For {{first_name}}" }];
    const now = lintel.clock.now().getTime();
    expect((await simulate({ lead_id: lead, steps })).body.steps).toEqual([
      {
        position: 1,
        delay_days: 0,
        due_at: new Date(now).toISOString(),
        would_send: true,
        subject: "Subject now",
      },
      {
        position: 2,
        delay_days: 6,
        due_at: new Date(now + 6 * DAY_MS).toISOString(),
        would_send: true,
        subject: "For Ada",
      },
    ]);
    expect((await simulate({ lead_id: lead })).body.steps).toHaveLength(3);
  });

  it("says what enrolling would be refused for: a lead that is on it, a sequence that is off or empty", async () => {
    await brokerage.enrolled(sequence.id, lead);
    const off = await brokerage.sequence({ active: false });
    const empty = await brokerage.sequence({ steps: [] });
    for (const id of [sequence.id, off.id, empty.id]) {
      const refused = await brokerage.enroll(id, lead);
      expect([
        refused.status,
        (await simulate({ lead_id: lead }, brokerage.broker, id)).body.refusal,
      ]).toEqual([409, refused.body.detail]);
    }
  });

  it("says why the pass would stop it: a lead that may not be mailed, or without an address", async () => {
    await lintel.call(`/api/v1/admin/leads/${lead}/flags/dnc`, { method: "PUT", key: brokerage.broker });
    const withoutEmail = await brokerage.makeLead({ email: "" });
    for (const [id, reason] of [
      [lead, "flagged"],
      [withoutEmail, "no_email"],
    ] as const) {
      const { body } = await simulate({ lead_id: id });
      expect([body.stop_reason, body.steps.some((each: { would_send: boolean }) => each.would_send)]).toEqual(
        [reason, false],
      );
    }
  });

  it("sends nothing and changes nothing", async () => {
    const all = () => everyRow(lintel.database.db, { except: ["api_keys"] });
    const before = await all();
    expect((await simulate({ lead_id: lead })).status).toBe(200);
    expect(await all()).toEqual(before);
  });

  it("is open to agents for their own leads, and hides what is another brokerage's or a disabled one's", async () => {
    const other = await openOutreach(lintel, `beyond-${made}`);
    const admin = await lintel.createKey("admin");
    expect((await simulate({ lead_id: lead }, brokerage.ann.key)).status).toBe(200);
    expect(outcome(await simulate({ lead_id: lead }, brokerage.bob.key))).toEqual([
      404,
      { detail: "Lead not found" },
    ]);
    expect(outcome(await simulate({ lead_id: await other.makeLead() }, admin))).toEqual([
      404,
      { detail: "Lead not found" },
    ]);
    expect(outcome(await simulate({ lead_id: lead }, other.broker))).toEqual([
      404,
      { detail: "Sequence not found" },
    ]);
    await brokerage.disable();
    expect(outcome(await simulate({ lead_id: lead }, admin))).toEqual([
      404,
      { detail: "Sequence not found" },
    ]);
  });
});
