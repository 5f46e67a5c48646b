import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openSms, type SmsBrokerage, type SmsFixture } from "../../../test/harness/sms-fixture.ts";
import type { Recipient } from "../index.ts";

const MINUTE_MS = 60_000;

describe("a text, and what the provider makes of it", () => {
  let fixture: SmsFixture;
  let brokerage: SmsBrokerage;
  let agent: Recipient;
  let made = 0;
  beforeAll(async () => {
    fixture = await openSms();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    fixture.provider.behaviours.clear();
    fixture.provider.texts.length = 0;
    brokerage = await fixture.open(`provider-${++made}`);
    await brokerage.settle({ quiet_start: "00:00", quiet_end: "00:00" });
    agent = await brokerage.withPhone(`+1208555${String(1000 + made)}`);
  });

  const row = async () => (await brokerage.ledger())[0];
  const inAMinute = () => {
    fixture.lintel.clock.advance(MINUTE_MS);
    return fixture.deliver();
  };
  /** It has arrived once, and is noted. */
  const arrivedOnce = async () => {
    expect(fixture.provider.texts).toHaveLength(1);
    expect(await row()).toMatchObject({ state: "sent", content: null });
    fixture.lintel.clock.advance(60 * MINUTE_MS);
    expect(await fixture.deliver()).toEqual({ sent: 0, failed: 0, dropped: 0, later: 0 });
    expect(fixture.provider.texts).toHaveLength(1);
  };

  it("is not tried again when it is refused, and says why", async () => {
    fixture.provider.behaviours.set(agent.phone as string, {
      status: 400,
      code: 21610,
      message: "Unsubscribed",
    });
    await brokerage.write(agent);
    expect(await fixture.deliver()).toMatchObject({ failed: 1 });
    expect(await row()).toMatchObject({
      state: "failed",
      content: null,
      failure: "the SMS provider answered 400 (21610): Unsubscribed",
    });
  });

  it.each([{ status: 429 }, { status: 500 }, { status: 401, code: 20003 }])(
    "goes a minute later when %o was the answer",
    async (behaviour) => {
      fixture.provider.behaviours.set("*", behaviour);
      await brokerage.write(agent);
      expect(await fixture.deliver()).toMatchObject({ sent: 0, later: 1 });
      fixture.provider.behaviours.clear();
      expect(await inAMinute()).toMatchObject({ sent: 1 });
      await arrivedOnce();
    },
  );

  it("of a brokerage whose own account does not work holds up no other brokerage's", async () => {
    await brokerage.ownAccount({ account_sid: `AC${"b".repeat(32)}` });
    fixture.provider.accounts.set(`AC${"b".repeat(32)}`, "another token by now");
    for (let at = 0; at < 25; at++) await brokerage.write(agent);
    const other = await fixture.open(`beside-${made}`);
    await other.settle({ quiet_start: "00:00", quiet_end: "00:00" });
    await other.write(await other.withPhone("+12085557777"));
    expect(await fixture.deliver()).toMatchObject({ sent: 1, later: 25 });
    fixture.lintel.clock.advance(72 * 60 * MINUTE_MS);
    expect(await fixture.deliver()).toMatchObject({ failed: 25 });
  });

  it("is not sent twice when the connection breaks after it was taken", async () => {
    fixture.provider.behaviours.set("*", "takes and hangs up");
    await brokerage.write(agent);
    expect(await fixture.deliver()).toMatchObject({ sent: 0, later: 1 });
    expect(await inAMinute()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("is not sent twice when the process dies after it was taken", async () => {
    fixture.provider.behaviours.set("*", "takes and hangs");
    await brokerage.write(agent);
    const dying = fixture.deliver();
    await vi.waitFor(() => expect(fixture.provider.texts).toHaveLength(1), 10_000);
    // No process hears of that one again: it is dead for all others when its claim has expired.
    fixture.lintel.clock.advance(4 * MINUTE_MS);
    fixture.provider.behaviours.clear();
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    expect(await row()).toMatchObject({ state: "sent", attempts: 2 });
    await arrivedOnce();
    fixture.provider.hangUp();
    await dying;
    await arrivedOnce();
  });

  it("is sent when the process died before it was taken", async () => {
    await brokerage.write(agent);
    await fixture.lintel.database.db
      .updateTable("messages")
      .set({ state: "sending", attempts: 1, claimed_until: fixture.lintel.clock.now() })
      .where("brokerage_id", "=", brokerage.id)
      .execute();
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("is not sent twice when the process is stopped in mid-sending", async () => {
    fixture.provider.behaviours.set("*", "takes and hangs");
    await brokerage.write(agent);
    const stop = new AbortController();
    const stopping = fixture.deliver({ ...fixture.lintel.ctx, signal: stop.signal });
    await vi.waitFor(() => expect(fixture.provider.texts).toHaveLength(1), 10_000);
    stop.abort();
    expect(await stopping).toMatchObject({ sent: 0, later: 1 });
    fixture.provider.behaviours.clear();
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("in doubt is not sent while it cannot be looked up", async () => {
    fixture.provider.behaviours.set("*", "takes and hangs up");
    await brokerage.write(agent);
    await fixture.deliver();
    const { accounts } = fixture.provider;
    const known = new Map(accounts);
    accounts.clear();
    expect(await inAMinute()).toMatchObject({ sent: 0, later: 1 });
    for (const [sid, token] of known) accounts.set(sid, token);
    fixture.lintel.clock.advance(2 * MINUTE_MS);
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("in doubt counts as sent when it has arrived, though its recipient has opted out since", async () => {
    fixture.provider.behaviours.set("*", "takes and hangs up");
    await brokerage.write(agent);
    await fixture.deliver();
    await brokerage.change(agent.id, { sms_opt_out: true });
    expect(await inAMinute()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("of the same words a day later is another one", async () => {
    const leadId = await brokerage.makeLead();
    await brokerage.write(agent, { leadId });
    await fixture.deliver();
    fixture.lintel.clock.advance(24 * 60 * MINUTE_MS);
    fixture.provider.behaviours.set("*", { status: 500 });
    await brokerage.write(agent, { leadId });
    await fixture.deliver();
    fixture.provider.behaviours.clear();
    expect(await inAMinute()).toMatchObject({ sent: 1 });
    expect(fixture.provider.texts.map(({ body }) => body)).toEqual(
      Array(2).fill(fixture.provider.texts[0]?.body),
    );
  });

  it("goes once, however many processes deliver at once", async () => {
    for (let at = 0; at < 30; at++) await brokerage.write(agent);
    const counts = await Promise.all(Array.from({ length: 4 }, () => fixture.deliver()));
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(30);
    expect(new Set(fixture.provider.texts.map(({ body }) => body)).size).toBe(30);
    expect(fixture.provider.texts).toHaveLength(30);
  });
});
