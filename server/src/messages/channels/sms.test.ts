import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSms, PLATFORM, type SmsBrokerage, type SmsFixture } from "../../../test/harness/sms-fixture.ts";
import { accountSid } from "../../../test/harness/twilio-server.ts";
import type { Recipient } from "../index.ts";

const HOUR_MS = 3_600_000;

/** It is noon in UTC, and six in the morning in Boise. */
describe("a text", () => {
  let room: SmsFixture;
  let office: SmsBrokerage;
  let agent: Recipient;
  let made = 0;
  beforeAll(async () => {
    room = await openSms();
  });
  afterAll(() => room.close());
  beforeEach(async () => {
    room.provider.texts.length = 0;
    office = await room.open(`texts-${++made}`);
    await office.settle({ quiet_start: "00:00", quiet_end: "00:00" });
    agent = await office.withPhone(`+1208555${String(1000 + made)}`);
  });

  const row = async () => (await office.ledger())[0];
  const arrived = () => room.provider.texts.map(({ to, from, accountSid }) => ({ to, from, accountSid }));
  const withheld = async (failure: string) => {
    expect(await room.deliver()).toEqual({ sent: 0, failed: 0, dropped: 1, later: 0 });
    expect(await row()).toMatchObject({ state: "dropped", failure, content: null });
    expect(room.provider.texts).toEqual([]);
  };

  it("says in one line, in the brokerage's name, what there is and where to look", async () => {
    await office.write(agent, { leadId: await office.makeLead() });
    expect(await room.deliver()).toEqual({ sent: 1, failed: 0, dropped: 0, later: 0 });
    expect(room.provider.texts[0]?.body).toMatch(
      /^texts-1: Reminder: Ada Lovelace is waiting\. Waiting for 10 minutes\. \(208\) 555-0101 https:\/\/crm\.test\/leads\/\d+$/,
    );
    expect(await row()).toMatchObject({ state: "sent", content: null, failure: null });
  });

  it("goes with the platform's account where the brokerage has none", async () => {
    await office.write(agent);
    await room.deliver();
    expect(arrived()).toEqual([{ to: agent.phone, from: PLATFORM.from, accountSid: PLATFORM.accountSid }]);
  });

  it("goes with the brokerage's own account where it has one", async () => {
    await office.ownAccount();
    await office.write(agent);
    await room.deliver();
    expect(arrived()).toEqual([{ to: agent.phone, from: "+12085550001", accountSid: accountSid("1") }]);
  });

  it("is withheld when there is no account", async () => {
    await office.write(agent);
    const { config } = room.lintel.ctx;
    const without = {
      ...room.lintel.ctx,
      config: { ...config, sms: { account: null, baseUrl: room.provider.url } },
    };
    expect(await room.deliver(without)).toMatchObject({ dropped: 1 });
    expect(await row()).toMatchObject({
      state: "dropped",
      failure: "the brokerage has no account for texts",
    });
  });

  describe("that waits, when the world changes meanwhile", () => {
    beforeEach(() => office.write(agent));

    it("is withheld when the agent has opted out, and goes when they have opted in again before it left", async () => {
      await office.change(agent.id, { sms_opt_out: true });
      await office.change(agent.id, { sms_opt_out: false });
      expect(await room.deliver()).toMatchObject({ sent: 1 });
      await office.write(agent);
      await office.change(agent.id, { sms_opt_out: true });
      expect(await room.deliver()).toMatchObject({ sent: 0, dropped: 1 });
      expect((await office.ledger())[1]).toMatchObject({ failure: "the agent wants no texts" });
      expect(arrived()).toHaveLength(1);
    });

    it("is withheld when the brokerage has switched texts off", async () => {
      await office.settle({ sms: false });
      await withheld("the brokerage has switched texts off");
    });

    it.each([null, "+12085559999"])("is withheld when the agent's telephone is %s now", async (phone) => {
      await office.change(agent.id, { phone });
      await withheld("whom it was for has another telephone number, or none");
    });

    it("is withheld when the agent is not there any more", async () => {
      await office.change(agent.id, { status: "inactive" });
      await withheld("whom it was for is not there any more");
    });

    it("waits while the brokerage is disabled", async () => {
      await office.disable();
      expect(await room.deliver()).toMatchObject({ sent: 0, later: 1 });
      expect(room.provider.texts).toEqual([]);
      // What is left waiting is over for the next test.
      room.lintel.clock.advance(72 * HOUR_MS);
      expect(await room.deliver()).toMatchObject({ dropped: 1 });
    });
  });

  it("to a broker contact goes while that is their number", async () => {
    const contact = async (phone: string) => {
      const body = { brokerage_id: office.id, name: "Grace", email: "grace@contacts.test", phone };
      const reply = await room.lintel.call("/api/admin/broker-contacts", {
        method: "POST",
        key: office.broker,
        body,
      });
      return { ...agent, kind: "broker" as const, id: reply.body.id as number, phone };
    };
    await office.write(await contact("+12085552222"));
    const gone = await contact("+12085553333");
    await office.write(gone);
    const key = await room.lintel.createKey("admin");
    await room.lintel.call(`/api/admin/broker-contacts/${gone.id}`, { method: "DELETE", key });
    expect(await room.deliver()).toMatchObject({ sent: 1, dropped: 1 });
    expect(arrived().map(({ to }) => to)).toEqual(["+12085552222"]);
  });

  describe("during quiet hours", () => {
    const goesAt = async (time: string) => {
      expect(await room.deliver()).toEqual({ sent: 0, failed: 0, dropped: 0, later: 1 });
      expect(await row()).toMatchObject({
        state: "waiting",
        attempts: 0,
        failure: null,
        due_at: new Date(time),
      });
      room.lintel.clock.set(new Date(Date.parse(time) - 1).toISOString());
      expect(await room.deliver()).toMatchObject({ sent: 0, later: 0 });
      room.lintel.clock.set(time);
      expect(await room.deliver()).toMatchObject({ sent: 1 });
    };
    beforeEach(() => office.settle({ quiet_start: "21:00", quiet_end: "08:00" }));

    it("of the brokerage waits until they are over, and not a moment longer", async () => {
      room.lintel.clock.set("2026-07-01T12:00:00Z");
      await office.write(agent);
      await goesAt("2026-07-01T14:00:00Z");
    });

    it("goes by the agent's own time zone, as it is now", async () => {
      room.lintel.clock.set("2026-07-02T14:00:00Z");
      await office.write(agent);
      await office.change(agent.id, { time_zone: "Pacific/Honolulu" });
      await goesAt("2026-07-02T18:00:00Z");
    });

    it("waits through the nights in which the clock is changed", async () => {
      room.lintel.clock.set("2026-11-01T03:30:00Z");
      await office.write(agent);
      await goesAt("2026-11-01T15:00:00Z");
      room.lintel.clock.set("2027-03-14T04:30:00Z");
      const other = await room.open(`spring-${made}`);
      await other.write(await other.withPhone(`+1208777${String(1000 + made)}`));
      expect(await room.deliver()).toMatchObject({ later: 1 });
      room.lintel.clock.set("2027-03-14T14:00:00Z");
      expect(await room.deliver()).toMatchObject({ sent: 1 });
    });

    it("is withheld when the agent opts out before they are over", async () => {
      room.lintel.clock.set("2027-07-01T12:00:00Z");
      await office.write(agent);
      await room.deliver();
      await office.change(agent.id, { sms_opt_out: true });
      room.lintel.clock.set("2027-07-01T14:00:00Z");
      await withheld("the agent wants no texts");
    });
  });
});
