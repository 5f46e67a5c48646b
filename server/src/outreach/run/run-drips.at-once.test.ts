import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { everyRow } from "../../../test/harness/all-rows.ts";
import { type DripRunFixture, openDripRun } from "../../../test/harness/drip-run-fixture.ts";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";
import { DRIPS } from "../../../test/harness/sequences-fixture.ts";
import { CONNECTIONS } from "../../platform/mail/smtp-mailer.ts";

const MINUTE_MS = 60_000;

describe("a drip pass", () => {
  let fixture: MailFixture;
  let brokerage: DripRunFixture;
  let sequence: number;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    fixture.server.arrived.length = 0;
    fixture.server.delayMs = 0;
    brokerage = await openDripRun(fixture, `passing-${++made}`);
    sequence = await brokerage.sequence([0]);
  });

  const people = async (count: number) => {
    const made = [];
    for (let at = 0; at < count; at++) made.push(await brokerage.person({ stage: "QUALIFIED" }));
    return made;
  };
  const recipients = () => fixture.server.arrived.flatMap(({ to }) => to);

  it("shares the work with others at the same time: each step leaves once", async () => {
    const all = await people(60);
    const reports = await Promise.all([1, 2, 3, 4].map(() => brokerage.run()));
    expect(reports.reduce((sum, { counts }) => sum + counts.sent, 0)).toBe(60);
    expect(recipients().toSorted()).toEqual(all.map(({ email }) => email).toSorted());
  });

  it("shares the connections with other mail, which does not wait for the drips", async () => {
    await people(30);
    await fixture.write({ id: brokerage.id, slug: "others" }, CONNECTIONS);
    fixture.server.delayMs = 500;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, fixture.server.taking);
    }, 5);
    const pass = brokerage.run();
    await vi.waitFor(() => expect(fixture.server.taking).toBe(CONNECTIONS), 10_000);
    await fixture.deliver();
    const dripsBefore = recipients().filter((to) => !to.endsWith("@others.test")).length;
    expect(await pass).toMatchObject({ counts: { sent: 30 } });
    clearInterval(watch);
    expect(dripsBefore).toBeLessThan(30);
    expect(most).toBe(CONNECTIONS);
  });

  it("sends nothing any more to whom an opt-out was acknowledged, even while it is sending", async () => {
    const all = await people(20);
    fixture.server.delayMs = 100;
    const pass = brokerage.run();
    await vi.waitFor(() => expect(fixture.server.arrived.length).toBeGreaterThan(2), 10_000);
    const last = all.at(-1) as (typeof all)[number];
    await brokerage.flag(last.id, "unsubscribed");
    const { counts } = await pass;
    expect(counts.sent).toBe(19);
    expect(recipients()).not.toContain(last.email);
    expect(await brokerage.enrollment(sequence, last.id)).toMatchObject({ stopped_reason: "unsubscribed" });
    expect((await fixture.ledger(brokerage.id)).filter(({ state }) => state !== "sent")).toMatchObject([
      { state: "dropped", recipient: last.email },
    ]);
  });

  it("takes over what a process that died was sending, four minutes later, under the same Message-ID", async () => {
    const [person] = await people(1);
    const { id, email } = person as { id: number; email: string };
    const { db } = fixture.lintel.database;
    fixture.server.refuses.set(email, { code: 450, text: "Later" });
    await brokerage.run();
    fixture.server.refuses.clear();
    const [{ reference } = { reference: "" }] = await fixture.ledger(brokerage.id);
    // As it stands while it is sent.
    const claimed_until = new Date(fixture.lintel.clock.now().getTime() + 4 * MINUTE_MS);
    await db.updateTable("drip_enrollments").set({ claimed_until }).where("lead_id", "=", id).execute();
    await db.updateTable("messages").set({ state: "sending" }).where("lead_id", "=", id).execute();
    fixture.lintel.clock.advance(4 * MINUTE_MS - 1);
    expect((await brokerage.run()).counts.sent).toBe(0);
    fixture.lintel.clock.advance(1);
    expect((await brokerage.run()).counts.sent).toBe(1);
    expect(await brokerage.mails(email)).toMatchObject([{ messageId: reference }]);
  });

  it("does not send again what a process that died had sent and not noted of the enrollment", async () => {
    const [person] = await people(1);
    const { id, email } = person as { id: number; email: string };
    const { db } = fixture.lintel.database;
    const before = await brokerage.enrollment(sequence, id);
    await brokerage.run();
    const { next_step_position, next_send_at } = before;
    await db
      .updateTable("drip_enrollments")
      .set({ status: "active", next_step_position, next_send_at })
      .where("lead_id", "=", id)
      .execute();
    fixture.lintel.clock.advance(MINUTE_MS);
    expect((await brokerage.run()).actions).toMatchObject([{ action: "completed", position: 1 }]);
    expect(await brokerage.mails(email)).toHaveLength(1);
  });

  it("leaves the steps of a brokerage that is disabled, and sends them when it is opened again", async () => {
    const [person] = await people(1);
    await brokerage.disable();
    expect((await brokerage.run()).actions).toEqual([]);
    expect((await brokerage.run("?dry_run=true")).actions).toEqual([]);
    const opened = { method: "PUT", key: brokerage.admin, body: { disabled_at: null } } as const;
    await fixture.lintel.call(`/api/admin/brokerages/${brokerage.id}`, opened);
    expect((await brokerage.run()).actions).toMatchObject([
      { lead_id: person?.id, action: "sent" },
      { lead_id: person?.id, action: "completed" },
    ]);
  });

  it("tries each step once when its brokerage is disabled meanwhile, and sends it when it is opened again", async () => {
    // More than one batch, so the pass claims again after it has settled the first batch.
    const all = await people(220);
    fixture.server.delayMs = 100;
    const pass = brokerage.run();
    await vi.waitFor(() => expect(fixture.server.arrived.length).toBeGreaterThan(2), 10_000);
    await brokerage.disable();
    // Cached senders expire.
    fixture.lintel.clock.advance(2000);
    const timedOut = Symbol();
    const report = await Promise.race([pass, delay(10_000, timedOut, { ref: false })]);
    // Ends a pass that repeats its claims: its time is up.
    fixture.lintel.clock.advance(6 * MINUTE_MS);
    const { sent } = (await pass).counts;
    expect(report).not.toBe(timedOut);
    expect(sent).toBeLessThan(all.length);
    const waiting = (await fixture.ledger(brokerage.id)).filter(({ state }) => state === "waiting");
    expect(waiting).toHaveLength(all.length - sent);
    expect(new Set(waiting.map(({ attempts }) => attempts))).toEqual(new Set([1]));
    const opened = { method: "PUT", key: brokerage.admin, body: { disabled_at: null } } as const;
    await fixture.lintel.call(`/api/admin/brokerages/${brokerage.id}`, opened);
    expect((await brokerage.run()).counts).toMatchObject({ sent: all.length - sent });
    expect(recipients().toSorted()).toEqual(all.map(({ email }) => email).toSorted());
  });

  it("that is a dry run says what would be sent, and changes nothing", async () => {
    const [, flagged] = await people(3);
    await brokerage.flag(flagged?.id as number, "dnc");
    await brokerage.enroll(sequence, flagged?.id as number);
    const quiet = { except: ["api_keys", "idempotency_keys"] };
    const before = await everyRow(fixture.lintel.database.db, quiet);
    const report = await brokerage.run("?dry_run=true");
    expect(report).toMatchObject({
      dry_run: true,
      counts: { sent: 0, retry: 0, stopped: 0, completed: 0, would_send: 2 },
      notes: ["Would be stopped (flagged): 1"],
    });
    expect(report.actions).toMatchObject([
      { action: "would_send", position: 1, sequence_id: sequence, reason: null },
      { action: "would_send" },
    ]);
    expect(await everyRow(fixture.lintel.database.db, quiet)).toEqual(before);
    expect(fixture.server.arrived).toEqual([]);
    expect((await brokerage.run()).counts).toMatchObject({ sent: 2, stopped: 1 });
  });

  it("is run by admins only, with a dry_run that is true or false", async () => {
    for (const key of [brokerage.broker, brokerage.ann.key]) {
      const { status, body } = await fixture.lintel.call(`${DRIPS}/run`, { method: "POST", key });
      expect([status, body.detail]).toEqual([403, "Admin role required"]);
    }
    const wrong = await fixture.lintel.call(`${DRIPS}/run?dry_run=perhaps`, {
      method: "POST",
      key: brokerage.admin,
    });
    expect(wrong.status).toBe(422);
  });

  it("is in the audit log, with who asked for it and what came of it; a dry run is not", async () => {
    const rows = () =>
      fixture.lintel.database.db
        .selectFrom("audit_log")
        .select(["action", "actor_name", "after"])
        .where("target_type", "=", "drips")
        .orderBy("id", "desc")
        .execute();
    await brokerage.run();
    await people(2);
    const before = (await rows()).length;
    await brokerage.run("?dry_run=true");
    await brokerage.run();
    const after = await rows();
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({ action: "run", actor_name: "admin key", after: { sent: 2 } });
  });

  it("is part of the sweep, which tells its counts and notes", async () => {
    await people(2);
    const reply = await fixture.lintel.call("/api/v1/admin/leads/lifecycle/sweep", {
      method: "POST",
      key: brokerage.admin,
    });
    expect(reply.body.drips).toMatchObject({ counts: { sent: 2, completed: 2 }, notes: [] });
  });
});
