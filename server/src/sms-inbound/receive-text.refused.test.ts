import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import {
  INBOUND,
  openSms,
  PLATFORM,
  PUBLIC,
  type SmsBrokerage,
  type SmsFixture,
} from "../../test/harness/sms-fixture.ts";
import { watchStatements } from "../../test/harness/statements.ts";
import { accountSid, signForm } from "../../test/harness/twilio-server.ts";

const phone = "+12085551234";
const stop = { From: phone, Body: "STOP" };
const refused = [403, { detail: "Forbidden" }];

describe("receiveText refuses", () => {
  let fixture: SmsFixture;
  let brokerage: SmsBrokerage;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    fixture = await openSms({ RATE_LIMITS: "on" });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await fixture.open(`refusing-${++made}`);
    lead = await brokerage.makeLead({ phone });
  });

  const isStopped = async () => (await brokerage.read(lead)).body.flags.includes("do_not_text");

  it("a wrong signature, a missing one, one by another token and one for another address", async () => {
    const form = { ...stop, AccountSid: PLATFORM.accountSid };
    const ways = [
      { signature: "wrong" },
      { signature: "" },
      { signature: null },
      { signature: signForm(PUBLIC + INBOUND, form, PLATFORM.authToken) },
      { token: "another token altogether" },
      { address: `${PUBLIC}/api/sms/inbound2` },
      { address: `https://other.test${INBOUND}` },
    ];
    for (const way of ways) expect(outcome(await fixture.receive(stop, way))).toEqual(refused);
    expect(await isStopped()).toBe(false);
    expect((await fixture.receive(stop)).status).toBe(200);
    expect(await isStopped()).toBe(true);
  });

  it("a form that has been changed since it was signed", async () => {
    const form = { AccountSid: PLATFORM.accountSid, MessageSid: `SM${"a".repeat(32)}`, ...stop };
    const signature = signForm(PUBLIC + INBOUND, form, PLATFORM.authToken);
    const sent = (fields: [string, string][], path = INBOUND) =>
      fixture.lintel.call(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
        body: new URLSearchParams(fields).toString(),
      });
    const fields = Object.entries(form) as [string, string][];
    const other = fields.map(([name, value]): [string, string] => [
      name,
      name === "From" ? "+12085559999" : value,
    ]);
    expect(outcome(await sent(other))).toEqual(refused);
    expect(outcome(await sent([...fields, ["Extra", "1"]]))).toEqual(refused);
    expect(outcome(await sent([...fields, ["From", "+12085559999"]]))).toEqual(refused);
    expect(outcome(await sent(fields.slice(1)))).toEqual(refused);
    expect(outcome(await sent(fields, `${INBOUND}?From=1`))).toEqual([200, null]);
    expect(await isStopped()).toBe(true);
  });

  it("an unknown account", async () => {
    const AccountSid = accountSid("9");
    expect(outcome(await fixture.receive({ ...stop, AccountSid }))).toEqual(refused);
    expect(outcome(await fixture.receive({ ...stop, AccountSid: "" }))).toEqual(refused);
    expect(outcome(await fixture.receive({ ...stop, AccountSid }, { token: "unknown" }))).toEqual(refused);
  });

  it("a body that is no form", async () => {
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
      const headers = { "content-type": type, "x-twilio-signature": "x" };
      const reply = await fixture.lintel.call(INBOUND, { method: "POST", headers, body: '{"From":"1"}' });
      expect(outcome(reply)).toEqual(refused);
    }
    expect(outcome(await fixture.lintel.call(INBOUND, { method: "POST" }))).toEqual(refused);
  });

  it("a form that is too large, before it is read", async () => {
    const reply = await fixture.receive({ ...stop, Body: "x".repeat(33_000) });
    expect(outcome(reply)).toEqual([413, { detail: "The form is too large" }]);
  });

  it("no number of good ones: a STOP that is refused would be lost", async () => {
    const replies = await Promise.all(
      Array.from({ length: 350 }, (_, at) =>
        fixture.receive({ From: `+1208556${String(1000 + at)}`, Body: "STOP" }),
      ),
    );
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it("forms that are not signed, from the 61st of an address in a minute on, without a query; signed ones still count", async () => {
    const { lintel } = fixture;
    const own = { account_sid: accountSid("7"), auth_token: "the-office's-own" };
    await brokerage.ownAccount(own);
    const unsigned = (at: number) =>
      fixture.receive(
        { From: phone, Body: "STOP", AccountSid: accountSid(String(at % 10)) },
        { signature: `${"x".repeat(27)}=` },
      );
    let statuses: number[] = [];
    for (let at = 0; at < 80; at++) statuses.push((await unsigned(at)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.lastIndexOf(403)).toBeLessThan(60);

    const watch = watchStatements(lintel);
    statuses = await Promise.all(Array.from({ length: 400 }, async (_, at) => (await unsigned(at)).status));
    expect([new Set(statuses), watch.sent()]).toEqual([new Set([429]), []]);
    watch.close();
    expect((await fixture.receive(stop)).status).toBe(200);
    expect(
      (await fixture.receive({ ...stop, AccountSid: own.account_sid }, { token: own.auth_token })).status,
    ).toBe(200);
  });

  it("nothing that is signed, though it is no text from a telephone: it is ignored", async () => {
    const oddities: Record<string, string>[] = [
      { From: "whatsapp:+1208" },
      { From: "" },
      { MessageSid: "" },
      { MessageSid: "SM1" },
    ];
    for (const parts of oddities) {
      expect((await fixture.receive({ ...stop, ...parts })).status).toBe(200);
    }
    expect(await isStopped()).toBe(false);
  });
});
