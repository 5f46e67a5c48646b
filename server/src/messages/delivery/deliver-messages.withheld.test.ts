import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../test/harness/brokerage-fixture.ts";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";

const MINUTE_MS = 60_000;
const LEADS = "/api/v1/admin/leads";

/** A visitor has registered: a welcome waits for them, and a mail for their agent. */
describe("mail that waits, when the world changes meanwhile", () => {
  let fixture: MailFixture;
  let brokerage: BrokerageFixture;
  let admin: string;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail();
    admin = await fixture.lintel.createKey("admin");
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await openBrokerage(fixture.lintel, `waiting-${++made}`);
    await fixture.lintel.createAgent(brokerage.id, { email: `agent@waiting-${made}.test` });
    const body = { name: "Ada Lovelace", email: visitor() };
    const reply = await fixture.lintel.call("/register", { method: "POST", host: brokerage.host, body });
    lead = Number(reply.body.lead_id);
  });

  const visitor = () => `ada@waiting-${made}.test`;
  const call = (method: "PUT" | "DELETE", path: string, body: object, key = brokerage.broker) =>
    fixture.lintel.call(path, { method, key, body });
  const states = async () =>
    Object.fromEntries((await fixture.ledger(brokerage.id)).map(({ kind, state }) => [kind, state]));
  const subjects = async (address: string) => (await fixture.mailsTo(address)).map(({ subject }) => subject);

  it("goes to both when nothing changes", async () => {
    await fixture.deliver();
    expect(await states()).toEqual({ new_lead: "sent", welcome: "sent" });
    expect(await subjects(visitor())).toEqual([`Welcome to waiting-${made}`]);
    expect(await subjects(`agent@waiting-${made}.test`)).toEqual(["New lead assigned: Ada Lovelace"]);
  });

  it("of a brokerage that is disabled waits, and goes when it is opened again", async () => {
    await call("DELETE", `/api/admin/brokerages/${brokerage.id}`, {}, admin);
    expect(await fixture.deliver()).toMatchObject({ sent: 0, later: 2 });
    expect(await fixture.ledger(brokerage.id)).toMatchObject([
      { state: "waiting", failure: "the brokerage is disabled" },
      { state: "waiting", failure: "the brokerage is disabled" },
    ]);
    await call("PUT", `/api/admin/brokerages/${brokerage.id}`, { disabled_at: null }, admin);
    fixture.lintel.clock.advance(MINUTE_MS);
    expect(await fixture.deliver()).toMatchObject({ sent: 2 });
  });

  it("of a brokerage that stays disabled is dropped after three days", async () => {
    await call("DELETE", `/api/admin/brokerages/${brokerage.id}`, {}, admin);
    await fixture.deliver();
    fixture.lintel.clock.advance(3 * 86_400_000);
    expect(await fixture.deliver()).toMatchObject({ sent: 0, dropped: 2 });
    expect(await fixture.ledger(brokerage.id)).toMatchObject([
      { state: "dropped", content: null },
      { state: "dropped", content: null },
    ]);
    expect(await subjects(visitor())).toEqual([]);
  });

  it("about a lead that is deleted does not go", async () => {
    expect((await call("DELETE", `${LEADS}/${lead}`, {})).status).toBe(200);
    expect(await fixture.deliver()).toMatchObject({ sent: 0, later: 0 });
    expect(await fixture.ledger(brokerage.id)).toEqual([]);
  });

  it.each(["dnc", "do_not_email"])(
    "to a lead that now has the flag %s is dropped; its agent is told all the same",
    async (flag) => {
      await call("PUT", `${LEADS}/${lead}/flags/${flag}`, {});
      expect(await fixture.deliver()).toMatchObject({ sent: 1 });
      expect(await states()).toEqual({ new_lead: "sent", welcome: "dropped" });
      expect(await subjects(visitor())).toEqual([]);
    },
  );

  it.each(["unsubscribed", "do_not_text", "do_not_call"])(
    "to a lead that now has the flag %s goes: a welcome is no advertisement",
    async (flag) => {
      await call("PUT", `${LEADS}/${lead}/flags/${flag}`, {});
      await fixture.deliver();
      expect(await states()).toEqual({ new_lead: "sent", welcome: "sent" });
    },
  );

  describe("that is under way when it is dropped", () => {
    /** Sets the flag while the mail server has the welcome and has not answered yet. */
    async function dropMeanwhile() {
      fixture.server.meanwhile = async (recipients) => {
        if (!recipients.includes(visitor())) return;
        expect(await states()).toMatchObject({ welcome: "sending" });
        await call("PUT", `${LEADS}/${lead}/flags/dnc`, {});
        expect(await states()).toMatchObject({ welcome: "dropped" });
      };
      await fixture.deliver();
      fixture.server.meanwhile = null;
      fixture.server.refusesContent = null;
      fixture.lintel.clock.advance(MINUTE_MS);
      await fixture.deliver();
    }

    it("is noted as sent when it has arrived all the same", async () => {
      await dropMeanwhile();
      expect(await states()).toEqual({ new_lead: "sent", welcome: "sent" });
      expect(await subjects(visitor())).toHaveLength(1);
    });

    it("is not tried again when it has not", async () => {
      fixture.server.refusesContent = { code: 451, text: "Not now" };
      await dropMeanwhile();
      expect(await states()).toEqual({ new_lead: "sent", welcome: "dropped" });
      expect(await subjects(visitor())).toEqual([]);
    });
  });
});
