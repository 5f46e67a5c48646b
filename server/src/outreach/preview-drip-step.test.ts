import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { everyRow, rowsContaining } from "../../test/harness/all-rows.ts";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { type MailFixture, openMail } from "../../test/harness/mail-fixture.ts";
import { type OutreachFixture, openOutreach } from "../../test/harness/outreach-fixture.ts";
import { openPrivacy } from "../../test/harness/privacy-fixture.ts";
import { DRIPS, step } from "../../test/harness/sequences-fixture.ts";
import type { TestApp } from "../../test/harness/test-app.ts";

const notFound = (what: string) => [404, { detail: `${what} not found` }];

/** SPEC: Drip sequences, POST /{id}/preview. */
describe("previewDripStep", () => {
  let fixture: MailFixture;
  let lintel: TestApp;
  let admin: string;
  let brokerage: OutreachFixture;
  let sequence: { id: number };
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail({ PUBLIC_API_URL: "https://api.test" });
    lintel = fixture.lintel;
    admin = await lintel.createKey("admin");
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await openOutreach(lintel, `previewing-${++made}`);
    sequence = await brokerage.sequence();
    lead = await brokerage.makeLead({
      email: `ada-${made}@visitors.test`,
      assigned_agent_id: brokerage.ann.id,
    });
  });

  const subjectOf = async (body: object) => (await brokerage.preview(sequence.id, body)).body.subject;

  it("renders the step for the lead, with To, Reply-To and what stands below every mail", async () => {
    await brokerage.updateSequence(sequence.id, {
      steps: [
        {
          delay_days: 1,
          subject_template: "Welcome, {{first_name}}",
          body_template:
            "Dear {{first_name}} {{last_name}},\n\n{{agent_name}} of {{brokerage_name}}{{nothing}}",
        },
      ],
    });
    const reply = await brokerage.preview(sequence.id, { lead_id: lead });
    expect(outcome(reply)).toEqual([
      200,
      {
        lead_id: lead,
        position: 1,
        subject: "Welcome, Ada",
        body: expect.stringMatching(
          new RegExp(
            `^Dear Ada Lovelace,\n\nAnn of previewing-${made}\n\n--\npreviewing-${made}\n\n` +
              "Unsubscribe: https://api\\.test/api/drips/unsubscribe/[\\w.-]+\n$",
          ),
        ),
        html: expect.stringMatching(/^<!doctype html>.*Dear Ada Lovelace,.*>Unsubscribe<\/a>/s),
        to: `ada-${made}@visitors.test`,
        reply_to: `previewing-${made}-ann@agents.test`,
        footer_is_link: true,
        warnings: [
          {
            position: 1,
            field: "body_template",
            placeholder: "nothing",
            nearest: null,
            message: expect.stringMatching(
              /^\{\{nothing\}\} in body_template of step 1 is not a placeholder/,
            ),
          },
        ],
      },
    ]);
  });

  it("warns of the unknown placeholders of the step that it shows, with the nearest name", async () => {
    const misspelled = { ...step("two"), subject_template: "For {{frist_name}}" };
    await brokerage.updateSequence(sequence.id, { steps: [step("one"), misspelled] });
    expect((await brokerage.preview(sequence.id, { lead_id: lead })).body.warnings).toEqual([]);
    const { body } = await brokerage.preview(sequence.id, { lead_id: lead, position: 2 });
    expect(body).toMatchObject({
      subject: "For",
      warnings: [{ position: 2, placeholder: "frist_name", nearest: "first_name" }],
    });
  });

  it("says what the mail says that is sent then", async () => {
    const { body } = await brokerage.preview(sequence.id, { lead_id: lead });
    await brokerage.enrolled(sequence.id, lead);
    lintel.clock.advance(2 * 86_400_000);
    await lintel.call(`${DRIPS}/run`, { method: "POST", key: admin });
    const [mail] = await fixture.mailsTo(body.to);
    expect([mail?.subject, mail?.text?.trimEnd()]).toEqual([body.subject, body.body.trimEnd()]);
    expect(mail?.html?.trimEnd()).toBe(body.html.trimEnd());
    expect(mail?.replyTo).toMatchObject([{ address: body.reply_to }]);
  });

  it("shows the step that the lead waits for, or the first where it is not active", async () => {
    expect(await subjectOf({ lead_id: lead })).toBe("Subject one");
    const { id } = await brokerage.enrolled(sequence.id, lead);
    await brokerage.set(id, { next_step_position: 2 });
    for (const position of [undefined, null])
      expect(await subjectOf({ lead_id: lead, position })).toBe("Subject two");
    await brokerage.stop(sequence.id, lead);
    expect(await subjectOf({ lead_id: lead })).toBe("Subject one");
  });

  it("shows the step at a position that is named, wherever the lead waits", async () => {
    await brokerage.enrolled(sequence.id, lead);
    const { body } = await brokerage.preview(sequence.id, { lead_id: lead, position: 3 });
    expect(body).toMatchObject({ position: 3, subject: "Subject three" });
  });

  it("shows texts that are not saved, as of the step at that position, with their warnings", async () => {
    const draft = { subject_template: "Dear {{frist_name}}", body_template: "{{first_name}} <b>" };
    const { body } = await brokerage.preview(sequence.id, { lead_id: lead, position: 7, draft });
    expect(body).toMatchObject({
      position: 7,
      subject: "Dear",
      body: expect.stringMatching(/^Ada <b>\n/),
      html: expect.stringContaining("Ada &lt;b&gt;"),
      warnings: [{ position: 7, field: "subject_template", nearest: "first_name" }],
    });
    expect(await subjectOf({ lead_id: lead })).toBe("Subject one");
    const blank = { ...draft, subject_template: " " };
    expect((await brokerage.preview(sequence.id, { lead_id: lead, draft: blank })).status).toBe(422);
  });

  it("answers 404 where no step stands: beyond the last one, and without any", async () => {
    const missing = notFound("Step");
    for (const position of [4, 2_147_483_647])
      expect(outcome(await brokerage.preview(sequence.id, { lead_id: lead, position }))).toEqual(missing);
    await brokerage.updateSequence(sequence.id, { steps: [] });
    expect(outcome(await brokerage.preview(sequence.id, { lead_id: lead }))).toEqual(missing);
    expect(outcome(await brokerage.preview(sequence.id, { lead_id: lead, position: 1 }))).toEqual(missing);
  });

  it("has no To for a lead without an address, and no Reply-To without a person who could answer", async () => {
    const withoutEmail = await brokerage.makeLead({ email: "" });
    const { body } = await brokerage.preview(sequence.id, { lead_id: withoutEmail });
    expect(body).toMatchObject({ to: null, reply_to: null });
  });

  it("sends replies to the brokerage's owner while no agent has the lead", async () => {
    const owner = { name: "Olive Owner", email: "olive@owners.test", is_primary: true };
    await lintel.call("/api/admin/broker-contacts", {
      method: "POST",
      key: admin,
      body: { ...owner, brokerage_id: brokerage.id },
    });
    const unassigned = await brokerage.makeLead();
    expect((await brokerage.preview(sequence.id, { lead_id: unassigned })).body.reply_to).toBe(owner.email);
    expect((await brokerage.preview(sequence.id, { lead_id: lead })).body.reply_to).not.toBe(owner.email);
  });

  it("shows what is turned off, and to whom nothing may be sent", async () => {
    const off = await brokerage.sequence({ active: false, steps: [step("off")] });
    await lintel.call(`/api/v1/admin/leads/${lead}/flags/dnc`, { method: "PUT", key: brokerage.broker });
    expect((await brokerage.preview(off.id, { lead_id: lead })).body.subject).toBe("Subject off");
  });

  it("sends nothing and changes nothing", async () => {
    const rest = await brokerage.makeLead();
    await brokerage.enrolled(sequence.id, rest);
    // When a key was used last is noted beside the request; a reply may be kept for a repeat.
    const all = () => everyRow(lintel.database.db, { except: ["api_keys", "idempotency_keys"] });
    const before = await all();
    for (const body of [{ lead_id: lead }, { lead_id: rest }, { lead_id: rest, position: 2 }])
      expect((await brokerage.preview(sequence.id, body)).status).toBe(200);
    expect((await brokerage.preview(sequence.id, { lead_id: lead, position: 9 })).status).toBe(404);
    expect(await all()).toEqual(before);
    await fixture.deliver();
    expect(await fixture.mailsTo(`ada-${made}@visitors.test`)).toEqual([]);
  });

  it("is open to agents for their own leads, and to admins for all", async () => {
    const own = { lead_id: lead };
    expect((await brokerage.preview(sequence.id, own, brokerage.ann.key)).status).toBe(200);
    expect((await brokerage.preview(sequence.id, own, admin)).status).toBe(200);
    for (const key of [brokerage.bob.key, brokerage.agent])
      expect(outcome(await brokerage.preview(sequence.id, own, key))).toEqual(notFound("Lead"));
  });

  it("answers 404 for what is not there or another brokerage's", async () => {
    const other = await openOutreach(lintel, `elsewhere-${made}`);
    const foreignLead = await other.makeLead();
    const replies = [
      await brokerage.preview(999_999, { lead_id: lead }),
      await brokerage.preview(sequence.id, { lead_id: 999_999 }),
      await brokerage.preview(sequence.id, { lead_id: foreignLead }),
      await brokerage.preview(sequence.id, { lead_id: foreignLead }, admin),
      await brokerage.preview(sequence.id, { lead_id: lead }, other.broker),
      await brokerage.preview(sequence.id, { lead_id: foreignLead }, other.broker),
    ];
    expect(replies.map(outcome)).toEqual([
      notFound("Sequence"),
      notFound("Lead"),
      notFound("Lead"),
      notFound("Lead"),
      notFound("Sequence"),
      notFound("Sequence"),
    ]);
  });

  it("writes nothing in the name of a disabled brokerage, not even for admins", async () => {
    await brokerage.disable();
    for (const key of [brokerage.broker, admin])
      expect(outcome(await brokerage.preview(sequence.id, { lead_id: lead }, key))).toEqual(
        notFound("Sequence"),
      );
  });

  it.each([{}, { lead_id: "1" }, { lead_id: 0 }, { lead_id: 1, position: 0 }, { lead_id: 1, position: 1.5 }])(
    "refuses %j",
    async (body) => {
      expect((await brokerage.preview(sequence.id, body)).status).toBe(422);
    },
  );

  it("is forgotten with the person, where its reply is kept for a repeat", async () => {
    const privacy = await openPrivacy(lintel, `forgetting-${made}`);
    const name = `Wilhelmina${made}`;
    const withoutEmail = await privacy.makeLead({ first_name: name, email: "" });
    const call = (path: string, method: "POST" | "PATCH", body: object) =>
      lintel.call(path, { method, key: admin, headers: { "idempotency-key": `preview ${made}` }, body });
    const sequence = await call(DRIPS, "POST", {
      brokerage_id: privacy.id,
      name: "Hello",
      trigger_state: "ARCHIVED",
      steps: [{ delay_days: 1, subject_template: "Dear {{first_name}}", body_template: "Hello" }],
    });
    await call(`${DRIPS}/${sequence.body.id}/preview`, "POST", { lead_id: withoutEmail });
    const kept = () => rowsContaining(lintel.database.db, [name]);
    await vi.waitFor(async () => expect((await kept()).join()).toContain("idempotency_keys"), 20_000);
    await privacy.patch(withoutEmail, { email: `mina-${made}@visitors.test` });
    await privacy.run(await privacy.submitConfirmed("erase", `mina-${made}@visitors.test`));
    expect((await kept()).join()).not.toContain("idempotency_keys");
  });
});
