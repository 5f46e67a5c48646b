import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, type DripRunFixture, openDripRun } from "../../../test/harness/drip-run-fixture.ts";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";

/** SPEC: Drip sequence, Drip enrollment, Drip sending rules. */
describe("runDrips", () => {
  let fixture: MailFixture;
  let brokerage: DripRunFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    fixture.server.arrived.length = 0;
    brokerage = await openDripRun(fixture, `running-${++made}`);
  });

  const nothing = { sent: 0, retry: 0, stopped: 0, completed: 0, would_send: 0 };
  /** A lead that is qualified, and so on the sequence. */
  async function qualified(fields: object = {}) {
    return brokerage.person({ stage: "QUALIFIED", ...fields });
  }

  it("sends each step its delay after enrollment or the step before, and completes with the last one", async () => {
    const sequence = await brokerage.sequence([1, 3]);
    const { id, email } = await qualified();
    const began = fixture.lintel.clock.now().getTime();
    expect(await brokerage.runAfter(0.999)).toMatchObject({ counts: nothing, actions: [] });
    const first = await brokerage.runAfter(0.001);
    const { id: enrollment_id } = await brokerage.enrollment(sequence, id);
    const row = { enrollment_id, lead_id: id, sequence_id: sequence, reason: null };
    expect(first).toMatchObject({
      dry_run: false,
      actions: [{ ...row, position: 1, action: "sent" }],
      counts: { ...nothing, sent: 1 },
      notes: [],
    });
    expect(await brokerage.enrollment(sequence, id)).toMatchObject({
      status: "active",
      next_step_position: 2,
      next_send_at: new Date(began + 4 * DAY_MS),
      last_sent_at: new Date(began + DAY_MS),
    });
    expect((await brokerage.runAfter(2.999)).counts).toEqual(nothing);
    const last = await brokerage.runAfter(0.001);
    expect(last.actions).toEqual([
      { ...row, position: 2, action: "sent" },
      { ...row, position: 2, action: "completed" },
    ]);
    expect(await brokerage.enrollment(sequence, id)).toMatchObject({
      status: "completed",
      next_step_position: null,
      next_send_at: null,
      stopped_reason: null,
      stopped_at: null,
    });
    expect(
      (await brokerage.mails(email)).map(({ subject, text }) => [subject, text?.split("\n")[0]]),
    ).toEqual([
      ["Subject 1", "Body 1"],
      ["Subject 2", "Body 2"],
    ]);
    expect((await brokerage.runAfter(400)).counts).toEqual(nothing);
  });

  it("sends at most one step of an enrollment in a pass, with any delays", async () => {
    await brokerage.sequence([0, 0, 0]);
    const { email } = await qualified();
    for (const sent of [1, 2, 3]) {
      expect((await brokerage.run()).counts.sent).toBe(1);
      expect(await brokerage.mails(email)).toHaveLength(sent);
    }
    expect((await brokerage.run()).counts).toEqual(nothing);
  });

  it("sends from the platform's sender, in the brokerage's name, with the agent's address as Reply-To", async () => {
    await brokerage.sequence([0]);
    const { email } = await qualified({ assigned_agent_id: brokerage.ann.id });
    await brokerage.run();
    const [mail] = await brokerage.mails(email);
    expect(mail?.from).toEqual({ name: `running-${made}`, address: "office@lintel.test" });
    expect(mail?.replyTo).toEqual([{ name: "", address: expect.stringMatching(/@/) }]);
    expect(fixture.server.arrived[0]?.from).toBe("office@lintel.test");
  });

  it("ends every body with an unsubscribe line, and has the button of mail programs (RFC 8058)", async () => {
    await brokerage.sequence([0]);
    const { id, email } = await qualified();
    await brokerage.run();
    const [mail] = await brokerage.mails(email);
    const link = /Unsubscribe: (https:\/\/api\.test\/api\/drips\/unsubscribe\/\S+)\n+$/.exec(
      mail?.text ?? "",
    )?.[1];
    expect(mail?.html).toContain(`href="${link}"`);
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toBe(`<${link}>`);
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const path = new URL(link as string).pathname;
    const clicked = await fixture.lintel.call(path, { method: "POST", body: "List-Unsubscribe=One-Click" });
    expect(clicked.status).toBe(200);
    expect((await brokerage.read(id)).body.flags).toEqual(["unsubscribed"]);
  });

  it("keeps nothing of what a mail says, and lists it with the lead's messages", async () => {
    await brokerage.sequence([0]);
    const { id, email } = await qualified();
    await brokerage.run();
    expect(await fixture.ledger(brokerage.id)).toMatchObject([
      { kind: "drip_step", recipient: email, state: "sent", content: null, attempts: 1, failure: null },
    ]);
    const reply = await fixture.lintel.call(`/api/v1/admin/leads/${id}/messages`, { key: brokerage.broker });
    expect(reply.body.items).toMatchObject([
      { kind: "drip_step", channel: "email", to: email, outcome: "sent" },
    ]);
  });

  describe("before a send", () => {
    it("asks the stage, the flags and the address, in that order", async () => {
      const sequence = await brokerage.sequence([0]);
      const { db } = fixture.lintel.database;
      const { id } = await brokerage.person({ stage: "NEW" });
      const reasons = [];
      // As by a process that knows nothing of drips: what is wrong is mended from the front.
      await db.updateTable("leads").set({ email: "" }).where("id", "=", id).execute();
      await brokerage.flag(id, "dnc");
      for (const enrolled_state of ["CONTACTING", "NEW"]) {
        await brokerage.enroll(sequence, id);
        await db.updateTable("drip_enrollments").set({ enrolled_state }).where("lead_id", "=", id).execute();
        const { actions } = await brokerage.run();
        expect(actions).toMatchObject([{ action: "stopped", position: 1 }]);
        reasons.push(actions[0].reason);
      }
      await db.deleteFrom("lead_flags").where("lead_id", "=", id).execute();
      await brokerage.enroll(sequence, id);
      reasons.push((await brokerage.run()).actions[0].reason);
      expect(reasons).toEqual(["state_changed", "flagged", "no_email"]);
      expect(await brokerage.enrollment(sequence, id)).toMatchObject({
        status: "stopped",
        stopped_reason: "no_email",
        stopped_at: fixture.lintel.clock.now(),
        next_step_position: null,
        next_send_at: null,
      });
      expect(fixture.server.arrived).toEqual([]);
    });

    it.each([
      ["unsubscribed", "unsubscribed"],
      ["dnc", "flagged"],
      ["do_not_email", "flagged"],
    ])("stops for the flag %s with the reason %s, also when it was enrolled after", async (flag, reason) => {
      const sequence = await brokerage.sequence([0]);
      const { id } = await brokerage.person();
      await brokerage.flag(id, flag);
      await brokerage.enroll(sequence, id);
      expect((await brokerage.run()).actions).toMatchObject([{ action: "stopped", reason }]);
    });

    it.each(["do_not_text", "do_not_call"])("does not mind the flag %s", async (flag) => {
      await brokerage.sequence([0]);
      const { id } = await qualified();
      await brokerage.flag(id, flag);
      expect((await brokerage.run()).counts).toMatchObject({ sent: 1, stopped: 0 });
    });
  });

  describe("a step that is edited while a lead waits", () => {
    it("is sent as it stands then", async () => {
      const sequence = await brokerage.sequence([0, 1]);
      const { email } = await qualified();
      await brokerage.run();
      const steps = ["b", "c"].map((name) => ({
        delay_days: 1,
        subject_template: name,
        body_template: name,
      }));
      await brokerage.edit(sequence, { steps });
      await brokerage.runAfter(1);
      expect((await brokerage.mails(email)).map(({ subject }) => subject)).toEqual(["Subject 1", "c"]);
    });

    it("and is deleted, makes way for the one that stands there then, or completes the enrollment", async () => {
      const sequence = await brokerage.sequence([0, 1, 1]);
      const { id, email } = await qualified();
      await brokerage.run();
      await brokerage.edit(sequence, {
        steps: ["x", "y"].map((name) => ({ delay_days: 1, subject_template: name, body_template: name })),
      });
      await brokerage.runAfter(1);
      expect((await brokerage.mails(email)).map(({ subject }) => subject)).toEqual(["Subject 1", "y"]);
      expect(await brokerage.enrollment(sequence, id)).toMatchObject({ status: "completed" });
    });

    it("is completed when its last step has gone from the table", async () => {
      const sequence = await brokerage.sequence([0, 1]);
      const { id } = await qualified();
      await brokerage.run();
      await fixture.lintel.database.db
        .deleteFrom("drip_steps")
        .where("sequence_id", "=", sequence)
        .where("position", "=", 2)
        .execute();
      await brokerage.runAfter(1);
      expect(await brokerage.enrollment(sequence, id)).toMatchObject({
        status: "completed",
        next_send_at: null,
      });
    });

    it("skips to the next existing step", async () => {
      const sequence = await brokerage.sequence([0, 1, 1]);
      const { id, email } = await qualified();
      await brokerage.run();
      await fixture.lintel.database.db
        .deleteFrom("drip_steps")
        .where("sequence_id", "=", sequence)
        .where("position", "=", 2)
        .execute();
      expect((await brokerage.runAfter(1)).actions).toMatchObject([
        { action: "sent", position: 3 },
        { action: "completed", position: 3 },
      ]);
      expect((await brokerage.mails(email)).map(({ subject }) => subject)).toEqual([
        "Subject 1",
        "Subject 3",
      ]);
      expect(await brokerage.enrollment(sequence, id)).toMatchObject({ status: "completed" });
    });
  });
});
