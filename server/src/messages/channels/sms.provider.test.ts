import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openSms, type SmsBrokerage, type SmsFixture } from "../../../test/harness/sms-fixture.ts";
import type { Recipient } from "../index.ts";

const MINUTE_MS = 60_000;

describe("a text, and what the provider makes of it", () => {
  let room: SmsFixture;
  let office: SmsBrokerage;
  let agent: Recipient;
  let made = 0;
  beforeAll(async () => {
    room = await openSms();
  });
  afterAll(() => room.close());
  beforeEach(async () => {
    room.provider.behaviours.clear();
    room.provider.texts.length = 0;
    office = await room.open(`provider-${++made}`);
    await office.settle({ quiet_start: "00:00", quiet_end: "00:00" });
    agent = await office.withPhone(`+1208555${String(1000 + made)}`);
  });

  const row = async () => (await office.ledger())[0];
  const inAMinute = () => {
    room.lintel.clock.advance(MINUTE_MS);
    return room.deliver();
  };
  /** It has arrived once, and is noted. */
  const arrivedOnce = async () => {
    expect(room.provider.texts).toHaveLength(1);
    expect(await row()).toMatchObject({ state: "sent", content: null });
    room.lintel.clock.advance(60 * MINUTE_MS);
    expect(await room.deliver()).toEqual({ sent: 0, failed: 0, dropped: 0, later: 0 });
    expect(room.provider.texts).toHaveLength(1);
  };

  it("is not tried again when it is refused, and says why", async () => {
    room.provider.behaviours.set(agent.phone as string, {
      status: 400,
      code: 21610,
      message: "Unsubscribed",
    });
    await office.write(agent);
    expect(await room.deliver()).toMatchObject({ failed: 1 });
    expect(await row()).toMatchObject({
      state: "failed",
      content: null,
      failure: "the SMS provider answered 400 (21610): Unsubscribed",
    });
  });

  it.each([{ status: 429 }, { status: 500 }, { status: 401, code: 20003 }])(
    "goes a minute later when %o was the answer",
    async (behaviour) => {
      room.provider.behaviours.set("*", behaviour);
      await office.write(agent);
      expect(await room.deliver()).toMatchObject({ sent: 0, later: 1 });
      room.provider.behaviours.clear();
      expect(await inAMinute()).toMatchObject({ sent: 1 });
      await arrivedOnce();
    },
  );

  it("of a brokerage whose own account does not work holds up no other brokerage's", async () => {
    await office.ownAccount({ account_sid: `AC${"b".repeat(32)}` });
    room.provider.accounts.set(`AC${"b".repeat(32)}`, "another token by now");
    for (let at = 0; at < 25; at++) await office.write(agent);
    const other = await room.open(`beside-${made}`);
    await other.settle({ quiet_start: "00:00", quiet_end: "00:00" });
    await other.write(await other.withPhone("+12085557777"));
    expect(await room.deliver()).toMatchObject({ sent: 1, later: 25 });
    room.lintel.clock.advance(72 * 60 * MINUTE_MS);
    expect(await room.deliver()).toMatchObject({ failed: 25 });
  });

  it("is not sent twice when the connection breaks after it was taken", async () => {
    room.provider.behaviours.set("*", "takes and hangs up");
    await office.write(agent);
    expect(await room.deliver()).toMatchObject({ sent: 0, later: 1 });
    expect(await inAMinute()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("is not sent twice when the process dies after it was taken", async () => {
    room.provider.behaviours.set("*", "takes and hangs");
    await office.write(agent);
    const dying = room.deliver();
    await vi.waitFor(() => expect(room.provider.texts).toHaveLength(1), 10_000);
    // Nobody hears of that process again: for all the others it is dead when its claim has run out.
    room.lintel.clock.advance(4 * MINUTE_MS);
    room.provider.behaviours.clear();
    expect(await room.deliver()).toMatchObject({ sent: 1 });
    expect(await row()).toMatchObject({ state: "sent", attempts: 2 });
    await arrivedOnce();
    room.provider.hangUp();
    await dying;
    await arrivedOnce();
  });

  it("is sent when the process died before it was taken", async () => {
    await office.write(agent);
    await room.lintel.database.db
      .updateTable("messages")
      .set({ state: "sending", attempts: 1, claimed_until: room.lintel.clock.now() })
      .where("brokerage_id", "=", office.id)
      .execute();
    expect(await room.deliver()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("is not sent twice when the process is stopped in mid-sending", async () => {
    room.provider.behaviours.set("*", "takes and hangs");
    await office.write(agent);
    const stop = new AbortController();
    const stopping = room.deliver({ ...room.lintel.ctx, signal: stop.signal });
    await vi.waitFor(() => expect(room.provider.texts).toHaveLength(1), 10_000);
    stop.abort();
    expect(await stopping).toMatchObject({ sent: 0, later: 1 });
    room.provider.behaviours.clear();
    expect(await room.deliver()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("in doubt is not sent while it cannot be looked up", async () => {
    room.provider.behaviours.set("*", "takes and hangs up");
    await office.write(agent);
    await room.deliver();
    const { accounts } = room.provider;
    const known = new Map(accounts);
    accounts.clear();
    expect(await inAMinute()).toMatchObject({ sent: 0, later: 1 });
    for (const [sid, token] of known) accounts.set(sid, token);
    room.lintel.clock.advance(2 * MINUTE_MS);
    expect(await room.deliver()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("in doubt counts as sent when it has arrived, though its recipient has opted out since", async () => {
    room.provider.behaviours.set("*", "takes and hangs up");
    await office.write(agent);
    await room.deliver();
    await office.change(agent.id, { sms_opt_out: true });
    expect(await inAMinute()).toMatchObject({ sent: 1 });
    await arrivedOnce();
  });

  it("of the same words a day later is another one", async () => {
    const leadId = await office.makeLead();
    await office.write(agent, { leadId });
    await room.deliver();
    room.lintel.clock.advance(24 * 60 * MINUTE_MS);
    room.provider.behaviours.set("*", { status: 500 });
    await office.write(agent, { leadId });
    await room.deliver();
    room.provider.behaviours.clear();
    expect(await inAMinute()).toMatchObject({ sent: 1 });
    expect(room.provider.texts.map(({ body }) => body)).toEqual(Array(2).fill(room.provider.texts[0]?.body));
  });

  it("goes once, however many processes deliver at once", async () => {
    for (let at = 0; at < 30; at++) await office.write(agent);
    const counts = await Promise.all(Array.from({ length: 4 }, () => room.deliver()));
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(30);
    expect(new Set(room.provider.texts.map(({ body }) => body)).size).toBe(30);
    expect(room.provider.texts).toHaveLength(30);
  });
});
