import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf } from "../../test/harness/brokerage-fixture.ts";
import { onFullDisk } from "../../test/harness/full-disk.ts";
import { openSms, type SmsBrokerage, type SmsFixture } from "../../test/harness/sms-fixture.ts";
import type { Recipient } from "../messages/index.ts";
import { pruneInboundTexts } from "./index.ts";

const LEADS = "/api/v1/admin/leads";

describe("receiveText", () => {
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

  const from = (Body: string, parts: Record<string, string> = {}) =>
    fixture.receive({ From: phone, Body, ...parts });
  /** As people write it: (208) 555-1001 */
  const written = () => `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
  const flags = async (lead: number, of = brokerage) => {
    const { body } = await fixture.lintel.call(`${LEADS}/${lead}/flags`, { key: of.broker });
    return body.flags.map(
      ({ flag, active, reason, set_by, cleared_by, clear_reason }: Record<string, unknown>) => ({
        flag,
        active,
        reason,
        set_by,
        ...(!active && { cleared_by, clear_reason }),
      }),
    );
  };
  const optedOut = async ({ id }: Recipient) =>
    (await fixture.lintel.call(`/api/admin/agents/${id}`, { key: brokerage.broker })).body.sms_opt_out;
  const stopped = { flag: "do_not_text", active: true, reason: "STOP by text", set_by: "lead" };

  it("answers with nothing to say, as TwiML", async () => {
    const { status, headers, text } = await from("Hello");
    expect([status, headers["content-type"], text]).toEqual([200, "text/xml; charset=utf-8", "<Response/>"]);
  });

  it.each([
    "STOP",
    "StopAll",
    "unsubscribe",
    " cancel\n",
    "END",
    "quit",
    "Stop.",
    "STOP ALL",
    "OptOut",
    "revoke",
  ])("takes %j for an opt-out: no text goes there any more", async (body) => {
    const agent = await brokerage.withPhone(phone);
    const lead = await brokerage.makeLead({ phone: written() });
    await brokerage.write(agent);
    expect((await from(body)).status).toBe(200);
    expect(await optedOut(agent)).toBe(true);
    expect(await flags(lead)).toEqual([stopped]);
    fixture.provider.texts.length = 0;
    expect(await fixture.deliver()).toMatchObject({ sent: 0, dropped: 1 });
    expect(fixture.provider.texts).toEqual([]);
  });

  it("takes an opt-out on a full disk: the provider does not repeat it", async () => {
    const lead = await brokerage.makeLead({ phone: written() });
    expect((await onFullDisk(fixture.lintel, () => from("STOP"))).status).toBe(200);
    expect(await flags(lead)).toEqual([stopped]);
  });

  it.each(["please stop", "Stopping by at 5", "The end", "can you quit smoking", ""])(
    "takes %j for words",
    async (body) => {
      const lead = await brokerage.makeLead({ phone: written() });
      await from(body);
      expect(await flags(lead)).toEqual([]);
    },
  );

  it("goes by the provider's verdict where an account has words of its own", async () => {
    const lead = await brokerage.makeLead({ phone: written() });
    await from("Genug", { OptOutType: "STOP" });
    expect(await flags(lead)).toEqual([stopped]);
    await from("Weiter", { OptOutType: "START" });
    expect(await flags(lead)).toMatchObject([{ active: false }]);
  });

  it("withholds texts from a broker contact's number too, which has no setting of its own", async () => {
    const contact = { ...(await brokerage.withPhone("+12085559876")), phone };
    const body = { brokerage_id: brokerage.id, name: "Grace", email: "grace@contacts.test", phone };
    const { body: made } = await fixture.lintel.call("/api/admin/broker-contacts", {
      method: "POST",
      key: brokerage.broker,
      body,
    });
    await from("STOP");
    await brokerage.write({ ...contact, kind: "broker", id: made.id });
    expect(await fixture.deliver()).toMatchObject({ dropped: 1 });
    expect((await brokerage.ledger()).at(-1)).toMatchObject({ failure: "STOP was texted from that number" });
    await from("START");
    await brokerage.write({ ...contact, kind: "broker", id: made.id });
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
  });

  it.each(["START", "yes", " Unstop "])("undoes on %j what STOP has set, and nothing else", async (body) => {
    const agent = await brokerage.withPhone(phone);
    const unwilling = await brokerage.withPhone(phone, { sms_opt_out: true });
    const [lead, refusing] = [
      await brokerage.makeLead({ phone }),
      await brokerage.makeLead({ phone: written() }),
    ];
    await fixture.lintel.call(`${LEADS}/${refusing}/flags/do_not_text`, {
      method: "PUT",
      key: brokerage.broker,
      body: { reason: "Said so on the telephone" },
    });
    await from("STOP");
    expect([await optedOut(agent), await optedOut(unwilling)]).toEqual([true, true]);
    await from(body);
    expect([await optedOut(agent), await optedOut(unwilling)]).toEqual([false, true]);
    expect(await flags(lead)).toEqual([
      { ...stopped, active: false, cleared_by: "lead", clear_reason: "START by text" },
    ]);
    expect(await flags(refusing)).toMatchObject([{ active: true, reason: "Said so on the telephone" }]);
    await brokerage.write(agent);
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
  });

  it("does not undo on START what an agent has decided since", async () => {
    const agent = await brokerage.withPhone(phone);
    await from("STOP");
    await brokerage.change(agent.id, { sms_opt_out: false });
    await brokerage.change(agent.id, { sms_opt_out: true });
    await from("START");
    expect(await optedOut(agent)).toBe(true);
  });

  it("forgets after 30 days which texts have come in", async () => {
    await from("Hello");
    const count = async () =>
      (await fixture.lintel.database.db.selectFrom("inbound_texts").selectAll().execute()).length;
    const before = await count();
    fixture.lintel.clock.advance(30 * 86_400_000);
    await pruneInboundTexts(fixture.lintel.ctx);
    expect(await count()).toBe(before);
    fixture.lintel.clock.advance(1);
    await pruneInboundTexts(fixture.lintel.ctx);
    expect(await count()).toBe(0);
  });

  it("does nothing twice when the provider reports a text again, however late", async () => {
    const agent = await brokerage.withPhone(phone);
    const sid = { MessageSid: `SM${"f".repeat(30)}${String(made).padStart(2, "0")}` };
    const at = { ...sid, NumMedia: "0" };
    await from("STOP", at);
    await from("START");
    expect(await optedOut(agent)).toBe(false);
    expect((await from("STOP", at)).status).toBe(200);
    expect(await optedOut(agent)).toBe(false);
    await brokerage.write(agent);
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
  });

  it("obeys STOP and START at once as if one had come after the other", async () => {
    const agent = await brokerage.withPhone(phone);
    const lead = await brokerage.makeLead({ phone });
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all(["STOP", "START", "STOP", "START"].map((body) => from(body)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const isOut = await optedOut(agent);
      expect((await flags(lead)).some(({ active }: { active: boolean }) => active)).toBe(isOut);
      await brokerage.write(agent);
      expect(await fixture.deliver()).toMatchObject(isOut ? { dropped: 1 } : { sent: 1 });
    }
  });

  it("leaves an audit row for each lead and agent it changes", async () => {
    const agent = await brokerage.withPhone(phone);
    const lead = await brokerage.makeLead({ phone });
    await from("STOP");
    expect((await auditOf(fixture.lintel, "agent", agent.id)).at(-1)).toMatchObject({
      actor_name: "system",
      brokerage_id: brokerage.id,
      after: { sms_opt_out: true },
    });
    expect((await auditOf(fixture.lintel, "lead", lead)).at(-1)).toMatchObject({
      after: { do_not_text: { active: true, reason: "STOP by text" } },
    });
  });

  it("works for a brokerage that is disabled", async () => {
    const lead = await brokerage.makeLead({ phone });
    await brokerage.disable();
    await from("STOP");
    const { body } = await fixture.lintel.call(`${LEADS}/${lead}/flags`, {
      key: await fixture.lintel.createKey("admin"),
    });
    expect(body.flags).toMatchObject([stopped]);
  });

  it("changes no lead or agent with another number that ends alike", async () => {
    const lead = await brokerage.makeLead({ phone: `+44 ${phone.slice(2)}` });
    await from("STOP");
    expect(await flags(lead)).toEqual([]);
  });
});
