import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type MailFixture, openMail, PASSWORD } from "../../../test/harness/mail-fixture.ts";
import { CONNECTIONS } from "../../platform/mail/smtp-mailer.ts";
import { enqueueMail } from "../enqueue-mail.ts";

const MINUTE_MS = 60_000;

describe("deliverMessages", () => {
  let fixture: MailFixture;
  let brokerage: { id: number; slug: string };
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    const slug = `delivering-${++made}`;
    brokerage = { slug, id: (await fixture.lintel.createTenant(slug)).id };
  });
  afterEach(async () => {
    fixture.server.delayMs = 0;
    await fixture.server.up();
    // Messages that a test has left waiting do not reach the next one.
    fixture.lintel.clock.advance(4 * 86_400_000);
    await fixture.deliver();
  });

  const first = () => `visitor-1@${brokerage.slug}.test`;
  const rows = () => fixture.ledger(brokerage.id);
  const row = async () => (await rows())[0];

  it("sends what is due, and keeps what it said no longer", async () => {
    await fixture.write(brokerage, 3);
    expect(await fixture.deliver()).toEqual({ sent: 3, failed: 0, dropped: 0, later: 0 });
    const finished_at = fixture.lintel.clock.now();
    for (const each of await rows()) {
      expect(each).toMatchObject({ state: "sent", content: null, failure: null, attempts: 1, finished_at });
    }
    expect(await fixture.mailsTo(first())).toMatchObject([{ messageId: (await row())?.reference }]);
    expect(await fixture.deliver()).toEqual({ sent: 0, failed: 0, dropped: 0, later: 0 });
  });

  it("sends what another process wrote whose clock is a little ahead", async () => {
    fixture.lintel.clock.advance(5000);
    await fixture.write(brokerage);
    fixture.lintel.clock.advance(-5000);
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
  });

  it("tries again after 1, 2, 4, 8, and then every 15 minutes, for three days, while the server is down", async () => {
    await fixture.server.down();
    await fixture.write(brokerage);
    const waits: number[] = [];
    const start = fixture.lintel.clock.now();
    for (let tries = 0; tries < 8; tries++) {
      await fixture.deliver();
      const wait = ((await row())?.due_at.getTime() ?? 0) - fixture.lintel.clock.now().getTime();
      waits.push(wait / MINUTE_MS);
      fixture.lintel.clock.advance(wait);
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15, 15]);
    const giveUp = start.getTime() + 3 * 86_400_000;
    fixture.lintel.clock.set(new Date(giveUp - 1).toISOString());
    expect(await fixture.deliver()).toMatchObject({ later: 1 });
    fixture.lintel.clock.advance(15 * MINUTE_MS);
    expect(await fixture.deliver()).toMatchObject({ failed: 1 });
    expect(await row()).toMatchObject({
      state: "failed",
      content: null,
      failure: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("notes no password beside a failure", async () => {
    const other = await openMail({
      MAIL_URL: `smtp://lintel:wrong-${PASSWORD.replaceAll(" ", "-")}@127.0.0.1:${fixture.server.port}`,
    });
    try {
      const { id } = await other.lintel.createTenant("wrong");
      await other.write({ id, slug: "wrong" });
      expect(await other.deliver()).toMatchObject({ later: 1 });
      const [{ failure } = { failure: null }] = await other.ledger(id);
      expect(failure).toMatch(/535 Authentication failed/);
      expect(failure).not.toContain("wrong-");
    } finally {
      await other.close();
    }
  });

  it("does not try again what the recipient's server refuses, and sends the others", async () => {
    fixture.server.refuses.set(first(), { code: 550, text: "No such user" });
    await fixture.write(brokerage, 3);
    expect(await fixture.deliver()).toEqual({ sent: 2, failed: 1, dropped: 0, later: 0 });
    expect(await row()).toMatchObject({
      state: "failed",
      content: null,
      attempts: 1,
      failure: expect.stringContaining("550 No such user"),
    });
    fixture.lintel.clock.advance(86_400_000);
    expect(await fixture.deliver()).toMatchObject({ sent: 0, failed: 0 });
  });

  it("forgets whom the last mail of an erasure was for, also when their server refuses it by name", async () => {
    const { id } = await fixture.lintel.createTenant("forgetting");
    const to = "gone@visitors.test";
    fixture.server.refuses.set(to, { code: 550, text: `<${to}> is unknown here` });
    await enqueueMail(fixture.lintel.ctx, {
      brokerageId: id,
      leadId: null,
      template: "privacy_erasure_done",
      data: { brokerage: "Forgetting" },
      to,
      replyTo: null,
      audience: "public",
      occasion: "privacy request 1",
    });
    expect(await fixture.deliver()).toMatchObject({ failed: 1 });
    expect(await fixture.ledger(id)).toMatchObject([
      { recipient: "", state: "failed", failure: null, content: null },
    ]);
    const [row] = await fixture.lintel.database.db
      .selectFrom("messages")
      .selectAll()
      .where("brokerage_id", "=", id)
      .execute();
    expect(JSON.stringify(row)).not.toContain(to);
  });

  it("asks a server that takes nothing a few times only, and leaves the rest for the next call", async () => {
    await fixture.server.down();
    await fixture.write(brokerage, 60);
    const { later, sent } = await fixture.deliver();
    expect(sent).toBe(0);
    expect(later).toBeLessThanOrEqual(15);
    expect((await rows()).filter(({ attempts }) => attempts === 0)).toHaveLength(60 - later);
    await fixture.server.up();
    expect(await fixture.deliver()).toMatchObject({ sent: 60 - later });
    fixture.lintel.clock.advance(MINUTE_MS);
    expect(await fixture.deliver()).toMatchObject({ sent: later });
  });

  it("sends again, under the same Message-ID, what a broken connection has left in doubt", async () => {
    fixture.server.drops = 1;
    await fixture.write(brokerage);
    expect(await fixture.deliver()).toMatchObject({ sent: 0, later: 1 });
    fixture.lintel.clock.advance(MINUTE_MS);
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    expect(await fixture.mailsTo(first())).toMatchObject([{ messageId: (await row())?.reference }]);
  });

  it("any number at once send each once", async () => {
    await fixture.write(brokerage, 100);
    const counts = await Promise.all(Array.from({ length: 6 }, () => fixture.deliver()));
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(100);
    const arrived = fixture.server.arrived
      .flatMap(({ to }) => to)
      .filter((to) => to.endsWith(`@${brokerage.slug}.test`));
    expect([arrived.length, new Set(arrived).size]).toEqual([100, 100]);
  });

  it("has a mail in flight on each connection, and uses none again before its mail is settled", async () => {
    const arrived = () => fixture.server.arrived.length - before;
    const before = fixture.server.arrived.length;
    fixture.server.delayMs = 500;
    await fixture.write(brokerage, 3 * CONNECTIONS);
    const delivering = fixture.deliver();
    await vi.waitFor(() => expect(fixture.server.taking).toBe(CONNECTIONS), 10_000);
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const blocking = fixture.lintel.database.db.transaction().execute(async (transaction) => {
      await sql`lock table messages in exclusive mode`.execute(transaction);
      hold();
      await released;
    });
    await held;
    await vi.waitFor(() => expect(arrived()).toBe(CONNECTIONS), 10_000);
    await delay(1500);
    expect(arrived()).toBe(CONNECTIONS);
    release();
    await blocking;
    expect(await delivering).toMatchObject({ sent: 3 * CONNECTIONS });
    expect(arrived()).toBe(3 * CONNECTIONS);
  });

  it("takes over what a process that died was sending, four minutes later, under the same Message-ID", async () => {
    await fixture.write(brokerage);
    const claimed_until = new Date(fixture.lintel.clock.now().getTime() + 4 * MINUTE_MS);
    await fixture.lintel.database.db
      .updateTable("messages")
      .set({ state: "sending", attempts: 1, claimed_until })
      .where("brokerage_id", "=", brokerage.id)
      .execute();
    fixture.lintel.clock.advance(4 * MINUTE_MS - 1);
    expect(await fixture.deliver()).toMatchObject({ sent: 0 });
    fixture.lintel.clock.advance(1);
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    expect(await row()).toMatchObject({ state: "sent", attempts: 2 });
    expect(await fixture.mailsTo(first())).toMatchObject([{ messageId: (await row())?.reference }]);
  });

  it("puts off what it cannot write, and sends the others", async () => {
    await fixture.write(brokerage, 3);
    await fixture.lintel.database.db
      .updateTable("messages")
      .set({
        content: JSON.stringify({
          template: "of an older version",
          data: {},
          date: fixture.lintel.clock.now(),
        }),
      })
      .where("recipient", "=", first())
      .execute();
    expect(await fixture.deliver()).toEqual({ sent: 2, failed: 0, dropped: 0, later: 1 });
    expect(await row()).toMatchObject({ state: "waiting", attempts: 1 });
  });

  it("sends no more once it is asked to stop, and lets what is on its way arrive", async () => {
    fixture.server.delayMs = 300;
    await fixture.write(brokerage, 40);
    const stop = new AbortController();
    const before = fixture.server.arrived.length;
    const delivering = fixture.deliver({ ...fixture.lintel.ctx, signal: stop.signal });
    await vi.waitFor(() => expect(fixture.server.arrived.length).toBeGreaterThan(before), 10_000);
    stop.abort();
    const { sent } = await delivering;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(20);
    expect(fixture.server.arrived.length - before).toBe(sent);
    const states = (await rows()).map(({ state }) => state);
    expect(states.filter((state) => state === "waiting")).toHaveLength(40 - sent);
    expect(states).not.toContain("sending");
  });

  it("does not wait for a server that hangs when it is asked to stop, and leaves its mail to the next start", async () => {
    fixture.server.delayMs = 3_600_000;
    await fixture.write(brokerage);
    const stop = new AbortController();
    const delivering = fixture.deliver({ ...fixture.lintel.ctx, signal: stop.signal });
    await vi.waitFor(() => expect(fixture.server.taking).toBe(1), 10_000);
    const stopRequestedAt = performance.now();
    stop.abort();
    expect(await delivering).toMatchObject({ sent: 0, later: 1 });
    expect(performance.now() - stopRequestedAt).toBeLessThan(20_000);
    expect(await row()).toMatchObject({ state: "waiting", failure: null });
    fixture.server.delayMs = 0;
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
  });
});
