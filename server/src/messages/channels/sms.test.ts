import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSms, PLATFORM, type SmsBrokerage, type SmsFixture } from "../../../test/harness/sms-fixture.ts";
import { accountSid } from "../../../test/harness/twilio-server.ts";
import type { Recipient } from "../index.ts";

const HOUR_MS = 3_600_000;

/** It is noon in UTC, and six in the morning in Boise. */
describe("a text", () => {
  let fixture: SmsFixture;
  let brokerage: SmsBrokerage;
  let agent: Recipient;
  let made = 0;
  beforeAll(async () => {
    fixture = await openSms();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    fixture.provider.texts.length = 0;
    brokerage = await fixture.open(`texts-${++made}`);
    await brokerage.settle({ quiet_start: "00:00", quiet_end: "00:00" });
    agent = await brokerage.withPhone(`+1208555${String(1000 + made)}`);
  });

  const row = async () => (await brokerage.ledger())[0];
  const arrived = () => fixture.provider.texts.map(({ to, from, accountSid }) => ({ to, from, accountSid }));
  const withheld = async (failure: string) => {
    expect(await fixture.deliver()).toEqual({ sent: 0, failed: 0, dropped: 1, later: 0 });
    expect(await row()).toMatchObject({ state: "dropped", failure, content: null });
    expect(fixture.provider.texts).toEqual([]);
  };

  it("says in one line, in the brokerage's name, what there is and where to look", async () => {
    await brokerage.write(agent, { leadId: await brokerage.makeLead() });
    expect(await fixture.deliver()).toEqual({ sent: 1, failed: 0, dropped: 0, later: 0 });
    expect(fixture.provider.texts[0]?.body).toMatch(
      /^texts-1: Reminder: Ada Lovelace is waiting\. Waiting for 10 minutes\. \(208\) 555-0101 https:\/\/crm\.test\/leads\/\d+$/,
    );
    expect(await row()).toMatchObject({ state: "sent", content: null, failure: null });
  });

  it("goes with the platform's account where the brokerage has none", async () => {
    await brokerage.write(agent);
    await fixture.deliver();
    expect(arrived()).toEqual([{ to: agent.phone, from: PLATFORM.from, accountSid: PLATFORM.accountSid }]);
  });

  it("goes with the brokerage's own account where it has one", async () => {
    await brokerage.ownAccount();
    await brokerage.write(agent);
    await fixture.deliver();
    expect(arrived()).toEqual([{ to: agent.phone, from: "+12085550001", accountSid: accountSid("1") }]);
  });

  it("is withheld when there is no account", async () => {
    await brokerage.write(agent);
    const { config } = fixture.lintel.ctx;
    const without = {
      ...fixture.lintel.ctx,
      config: { ...config, sms: { account: null, baseUrl: fixture.provider.url } },
    };
    expect(await fixture.deliver(without)).toMatchObject({ dropped: 1 });
    expect(await row()).toMatchObject({
      state: "dropped",
      failure: "the brokerage has no account for texts",
    });
  });

  describe("that waits, when the world changes meanwhile", () => {
    beforeEach(() => brokerage.write(agent));

    it("is withheld when the agent has opted out, and goes when they have opted in again before it left", async () => {
      await brokerage.change(agent.id, { sms_opt_out: true });
      await brokerage.change(agent.id, { sms_opt_out: false });
      expect(await fixture.deliver()).toMatchObject({ sent: 1 });
      await brokerage.write(agent);
      await brokerage.change(agent.id, { sms_opt_out: true });
      expect(await fixture.deliver()).toMatchObject({ sent: 0, dropped: 1 });
      expect((await brokerage.ledger())[1]).toMatchObject({ failure: "the agent has opted out of texts" });
      expect(arrived()).toHaveLength(1);
    });

    it("is withheld when the brokerage has switched texts off", async () => {
      await brokerage.settle({ sms: false });
      await withheld("the brokerage has switched texts off");
    });

    it.each([null, "+12085559999"])("is withheld when the agent's telephone is %s now", async (phone) => {
      await brokerage.change(agent.id, { phone });
      await withheld("whom it was for has another telephone number, or none");
    });

    it("is withheld when the agent is not there any more", async () => {
      await brokerage.change(agent.id, { status: "inactive" });
      await withheld("the recipient no longer exists");
    });

    it("waits while the brokerage is disabled", async () => {
      await brokerage.disable();
      expect(await fixture.deliver()).toMatchObject({ sent: 0, later: 1 });
      expect(fixture.provider.texts).toEqual([]);
      // What is left waiting is over for the next test.
      fixture.lintel.clock.advance(72 * HOUR_MS);
      expect(await fixture.deliver()).toMatchObject({ dropped: 1 });
    });
  });

  it("to a broker contact goes while that is their number", async () => {
    const contact = async (phone: string) => {
      const body = { brokerage_id: brokerage.id, name: "Grace", email: "grace@contacts.test", phone };
      const reply = await fixture.lintel.call("/api/admin/broker-contacts", {
        method: "POST",
        key: brokerage.broker,
        body,
      });
      return { ...agent, kind: "broker" as const, id: reply.body.id as number, phone };
    };
    await brokerage.write(await contact("+12085552222"));
    const gone = await contact("+12085553333");
    await brokerage.write(gone);
    const key = await fixture.lintel.createKey("admin");
    await fixture.lintel.call(`/api/admin/broker-contacts/${gone.id}`, { method: "DELETE", key });
    expect(await fixture.deliver()).toMatchObject({ sent: 1, dropped: 1 });
    expect(arrived().map(({ to }) => to)).toEqual(["+12085552222"]);
  });

  describe("during quiet hours", () => {
    const goesAt = async (time: string) => {
      expect(await fixture.deliver()).toEqual({ sent: 0, failed: 0, dropped: 0, later: 1 });
      expect(await row()).toMatchObject({
        state: "waiting",
        attempts: 0,
        failure: null,
        due_at: new Date(time),
      });
      fixture.lintel.clock.set(new Date(Date.parse(time) - 1).toISOString());
      expect(await fixture.deliver()).toMatchObject({ sent: 0, later: 0 });
      fixture.lintel.clock.set(time);
      expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    };
    beforeEach(() => brokerage.settle({ quiet_start: "21:00", quiet_end: "08:00" }));

    it("of the brokerage waits until they are over, and not a moment longer", async () => {
      fixture.lintel.clock.set("2026-07-01T12:00:00Z");
      await brokerage.write(agent);
      await goesAt("2026-07-01T14:00:00Z");
    });

    it("goes by the agent's own time zone, as it is now", async () => {
      fixture.lintel.clock.set("2026-07-02T14:00:00Z");
      await brokerage.write(agent);
      await brokerage.change(agent.id, { time_zone: "Pacific/Honolulu" });
      await goesAt("2026-07-02T18:00:00Z");
    });

    it("waits through the nights in which the clock is changed", async () => {
      fixture.lintel.clock.set("2026-11-01T03:30:00Z");
      await brokerage.write(agent);
      await goesAt("2026-11-01T15:00:00Z");
      fixture.lintel.clock.set("2027-03-14T04:30:00Z");
      const other = await fixture.open(`spring-${made}`);
      await other.write(await other.withPhone(`+1208777${String(1000 + made)}`));
      expect(await fixture.deliver()).toMatchObject({ later: 1 });
      fixture.lintel.clock.set("2027-03-14T14:00:00Z");
      expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    });

    it("is withheld when the agent opts out before they are over", async () => {
      fixture.lintel.clock.set("2027-07-01T12:00:00Z");
      await brokerage.write(agent);
      await fixture.deliver();
      await brokerage.change(agent.id, { sms_opt_out: true });
      fixture.lintel.clock.set("2027-07-01T14:00:00Z");
      await withheld("the agent has opted out of texts");
    });
  });
});
