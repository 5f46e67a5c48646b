import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSms, PLATFORM, type SmsBrokerage, type SmsFixture } from "../../test/harness/sms-fixture.ts";
import { accountSid } from "../../test/harness/twilio-server.ts";
import type { Recipient } from "../messages/index.ts";

const LEADS = "/api/v1/admin/leads";

describe("receiveText, by the account it came to", () => {
  let fixture: SmsFixture;
  let brokerage: SmsBrokerage;
  let phone: string;
  let made = 0;
  beforeAll(async () => {
    fixture = await openSms();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await fixture.open(`inbound-${++made}`);
    await brokerage.settle({ quiet_start: "00:00", quiet_end: "00:00" });
    phone = `+1208555${String(1000 + made)}`;
  });

  const from = (Body: string) => fixture.receive({ From: phone, Body });
  /** As people write it: (208) 555-1001 */
  const written = () => `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
  const flags = async (lead: number, of = brokerage) =>
    (await fixture.lintel.call(`${LEADS}/${lead}`, { key: of.broker })).body.flags;
  const optedOut = async ({ id }: Recipient) =>
    (await fixture.lintel.call(`/api/admin/agents/${id}`, { key: brokerage.broker })).body.sms_opt_out;
  const stopped = "do_not_text";

  describe("with several accounts", () => {
    const sid = () => accountSid("e");
    const token = () => `token-of-${made}-and-more`;
    const toOwn = (body: string, parts: Record<string, string> = {}, sent: object = {}) =>
      fixture.receive({ From: phone, Body: body, AccountSid: sid(), ...parts }, { token: token(), ...sent });
    beforeEach(() => brokerage.ownAccount({ account_sid: sid(), auth_token: token() }));

    it("concerns those alone who send with the account that it came to", async () => {
      const other = await fixture.open(`platforms-${made}`);
      const agent = await brokerage.withPhone(phone);
      const [own, others] = [await brokerage.makeLead({ phone }), await other.makeLead({ phone })];
      await from("STOP");
      expect([await flags(own), await flags(others, other), await optedOut(agent)]).toEqual([
        [],
        [stopped],
        false,
      ]);
      await toOwn("STOP");
      expect([await flags(own), await optedOut(agent)]).toEqual([[stopped], true]);
      await from("START");
      expect([await flags(own), await optedOut(agent)]).toEqual([[stopped], true]);
    });

    it("concerns every brokerage that shares it", async () => {
      const other = await fixture.open(`sharing-${made}`);
      await other.ownAccount({ account_sid: sid(), auth_token: token() });
      const leads = [await brokerage.makeLead({ phone }), await other.makeLead({ phone })] as const;
      await toOwn("STOP");
      expect([await flags(leads[0]), await flags(leads[1], other)]).toEqual([[stopped], [stopped]]);
    });

    it("is refused for an account configured with a wrong token", async () => {
      const rival = await fixture.open(`rival-${made}`);
      await rival.ownAccount({ account_sid: PLATFORM.accountSid, auth_token: "made-up-by-the-rival" });
      fixture.provider.accounts.set(PLATFORM.accountSid, PLATFORM.authToken);
      const victim = await fixture.open(`victim-${made}`);
      await victim.settle({ quiet_start: "00:00", quiet_end: "00:00" });
      const agent = await victim.withPhone(phone);
      const leads = [await victim.makeLead({ phone }), await rival.makeLead({ phone })] as const;
      const forged = await fixture.receive({ From: phone, Body: "STOP" }, { token: "made-up-by-the-rival" });
      expect(forged.status).toBe(200);
      expect([await flags(leads[0], victim), await flags(leads[1], rival)]).toEqual([[], [stopped]]);
      await victim.write(agent);
      expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    });

    describe("a text in words, to the number of one brokerage", () => {
      it("is a contact with the sender's newest open lead", async () => {
        const closed = await brokerage.makeLead({ phone });
        const open = await brokerage.makeLead({ phone: written() });
        const latest = await brokerage.makeLead({ phone, stage: "TRASHED" });
        await toOwn("Can we see it on Friday?");
        const contact = { event_type: "contact_logged", note: "Can we see it on Friday?" };
        expect((await brokerage.timeline(open)).at(-1)).toMatchObject({
          ...contact,
          payload: { direction: "inbound" },
        });
        expect(await brokerage.timeline(closed)).toHaveLength(1);
        expect(await brokerage.timeline(latest)).toHaveLength(1);
        const { body } = await brokerage.read(open);
        expect(body).toMatchObject({ stage: "NEW", last_contact: fixture.lintel.clock.now().toISOString() });
        expect(body.temperature.score).toBeGreaterThan(0);
      });

      it("is a contact once, though it is delivered twice, with any content", async () => {
        const lead = await brokerage.makeLead({ phone });
        const sid = { MessageSid: `MM${"e".repeat(30)}${String(made).padStart(2, "0")}` };
        const body = `\0 🏡${"x".repeat(3000)}`;
        expect((await toOwn(body, sid)).status).toBe(200);
        await toOwn(body, sid);
        const timeline = await brokerage.timeline(lead);
        expect(timeline).toHaveLength(2);
        expect(timeline[1]?.note).toBe(`🏡${"x".repeat(3000)}`);
      });

      it("is nothing from an agent, a stranger, or for help", async () => {
        await brokerage.withPhone(phone);
        const lead = await brokerage.makeLead({ phone: "+12085550000" });
        await toOwn("On my way");
        await toOwn("HELP", { From: "+12085550000" });
        expect(await brokerage.timeline(lead)).toHaveLength(1);
      });

      it("is a contact even when it is YES, without an earlier STOP", async () => {
        const lead = await brokerage.makeLead({ phone });
        await toOwn("Yes");
        expect((await brokerage.timeline(lead)).at(-1)).toMatchObject({ note: "Yes" });
      });
    });
  });

  it("keeps a text in words to the platform's number to itself: several brokerages send from there", async () => {
    const lead = await brokerage.makeLead({ phone });
    await from("Can we see it on Friday?");
    expect(await brokerage.timeline(lead)).toHaveLength(1);
  });
});
