import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { everyRow } from "../../../test/harness/all-rows.ts";
import { type DripRunFixture, openDripRun } from "../../../test/harness/drip-run-fixture.ts";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";
import { DRIPS } from "../../../test/harness/sequences-fixture.ts";
import { CONNECTIONS } from "../../platform/mail/smtp-mailer.ts";

const MINUTE_MS = 60_000;

describe("a drip pass", () => {
  let room: MailFixture;
  let office: DripRunFixture;
  let sequence: number;
  let made = 0;
  beforeAll(async () => {
    room = await openMail({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => room.close());
  beforeEach(async () => {
    room.server.arrived.length = 0;
    room.server.delayMs = 0;
    office = await openDripRun(room, `passing-${++made}`);
    sequence = await office.sequence([0]);
  });

  const people = async (count: number) => {
    const made = [];
    for (let at = 0; at < count; at++) made.push(await office.person({ stage: "QUALIFIED" }));
    return made;
  };
  const recipients = () => room.server.arrived.flatMap(({ to }) => to);

  it("shares the work with others at the same time: each step leaves once", async () => {
    const all = await people(60);
    const reports = await Promise.all([1, 2, 3, 4].map(() => office.run()));
    expect(reports.reduce((sum, { counts }) => sum + counts.sent, 0)).toBe(60);
    expect(recipients().toSorted()).toEqual(all.map(({ email }) => email).toSorted());
  });

  it("shares the connections with other mail, which does not wait for the drips", async () => {
    await people(30);
    await room.write({ id: office.id, slug: "others" }, CONNECTIONS);
    room.server.delayMs = 500;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, room.server.taking);
    }, 5);
    const pass = office.run();
    await vi.waitFor(() => expect(room.server.taking).toBe(CONNECTIONS), 10_000);
    await room.deliver();
    const dripsBefore = recipients().filter((to) => !to.endsWith("@others.test")).length;
    expect(await pass).toMatchObject({ counts: { sent: 30 } });
    clearInterval(watch);
    expect(dripsBefore).toBeLessThan(30);
    expect(most).toBe(CONNECTIONS);
  });

  it("sends nothing any more to whom an opt-out was acknowledged, even while it is sending", async () => {
    const all = await people(20);
    room.server.delayMs = 100;
    const pass = office.run();
    await vi.waitFor(() => expect(room.server.arrived.length).toBeGreaterThan(2), 10_000);
    const last = all.at(-1) as (typeof all)[number];
    await office.flag(last.id, "unsubscribed");
    const { counts } = await pass;
    expect(counts.sent).toBe(19);
    expect(recipients()).not.toContain(last.email);
    expect(await office.enrollment(sequence, last.id)).toMatchObject({ stopped_reason: "unsubscribed" });
    expect((await room.ledger(office.id)).filter(({ state }) => state !== "sent")).toMatchObject([
      { state: "dropped", recipient: last.email },
    ]);
  });

  it("takes over what a process that died was sending, four minutes later, under the same Message-ID", async () => {
    const [person] = await people(1);
    const { id, email } = person as { id: number; email: string };
    const { db } = room.lintel.database;
    room.server.refuses.set(email, { code: 450, text: "Later" });
    await office.run();
    room.server.refuses.clear();
    const [{ reference } = { reference: "" }] = await room.ledger(office.id);
    // As it stands while it is sent.
    const claimed_until = new Date(room.lintel.clock.now().getTime() + 4 * MINUTE_MS);
    await db.updateTable("drip_enrollments").set({ claimed_until }).where("lead_id", "=", id).execute();
    await db.updateTable("messages").set({ state: "sending" }).where("lead_id", "=", id).execute();
    room.lintel.clock.advance(4 * MINUTE_MS - 1);
    expect((await office.run()).counts.sent).toBe(0);
    room.lintel.clock.advance(1);
    expect((await office.run()).counts.sent).toBe(1);
    expect(await office.mails(email)).toMatchObject([{ messageId: reference }]);
  });

  it("does not send again what a process that died had sent and not noted of the enrollment", async () => {
    const [person] = await people(1);
    const { id, email } = person as { id: number; email: string };
    const { db } = room.lintel.database;
    const before = await office.enrollment(sequence, id);
    await office.run();
    const { next_step_position, next_send_at } = before;
    await db
      .updateTable("drip_enrollments")
      .set({ status: "active", next_step_position, next_send_at })
      .where("lead_id", "=", id)
      .execute();
    room.lintel.clock.advance(MINUTE_MS);
    expect((await office.run()).actions).toMatchObject([{ action: "completed", position: 1 }]);
    expect(await office.mails(email)).toHaveLength(1);
  });

  it("leaves the steps of a brokerage that is disabled, and sends them when it is opened again", async () => {
    const [person] = await people(1);
    await office.disable();
    expect((await office.run()).actions).toEqual([]);
    expect((await office.run("?dry_run=true")).actions).toEqual([]);
    const opened = { method: "PUT", key: office.admin, body: { disabled_at: null } } as const;
    await room.lintel.call(`/api/admin/brokerages/${office.id}`, opened);
    expect((await office.run()).actions).toMatchObject([
      { lead_id: person?.id, action: "sent" },
      { lead_id: person?.id, action: "completed" },
    ]);
  });

  it("that is a dry run says what would be sent, and changes nothing", async () => {
    const [, flagged] = await people(3);
    await office.flag(flagged?.id as number, "dnc");
    await office.enroll(sequence, flagged?.id as number);
    const quiet = { except: ["api_keys", "idempotency_keys"] };
    const before = await everyRow(room.lintel.database.db, quiet);
    const report = await office.run("?dry_run=true");
    expect(report).toMatchObject({
      dry_run: true,
      counts: { sent: 0, retry: 0, stopped: 0, completed: 0, would_send: 2 },
      notes: ["Would be stopped (flagged): 1"],
    });
    expect(report.actions).toMatchObject([
      { action: "would_send", position: 1, sequence_id: sequence, reason: null },
      { action: "would_send" },
    ]);
    expect(await everyRow(room.lintel.database.db, quiet)).toEqual(before);
    expect(room.server.arrived).toEqual([]);
    expect((await office.run()).counts).toMatchObject({ sent: 2, stopped: 1 });
  });

  it("is run by admins only, with a dry_run that is true or false", async () => {
    for (const key of [office.broker, office.ann.key]) {
      const { status, body } = await room.lintel.call(`${DRIPS}/run`, { method: "POST", key });
      expect([status, body.detail]).toEqual([403, "Admin role required"]);
    }
    const wrong = await room.lintel.call(`${DRIPS}/run?dry_run=perhaps`, {
      method: "POST",
      key: office.admin,
    });
    expect(wrong.status).toBe(422);
  });

  it("is in the audit log, with who asked for it and what came of it; a dry run is not", async () => {
    const rows = () =>
      room.lintel.database.db
        .selectFrom("audit_log")
        .select(["action", "actor_name", "after"])
        .where("target_type", "=", "drips")
        .orderBy("id", "desc")
        .execute();
    await office.run();
    await people(2);
    const before = (await rows()).length;
    await office.run("?dry_run=true");
    await office.run();
    const after = await rows();
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({ action: "run", actor_name: "admin key", after: { sent: 2 } });
  });

  it("is part of the sweep, which tells its counts and notes", async () => {
    await people(2);
    const reply = await room.lintel.call("/api/v1/admin/leads/lifecycle/sweep", {
      method: "POST",
      key: office.admin,
    });
    expect(reply.body.drips).toMatchObject({ counts: { sent: 2, completed: 2 }, notes: [] });
  });
});
