import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../test/harness/brokerage-fixture.ts";
import { sendForm } from "../../../test/harness/contact-form.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const MINUTE_MS = 60_000;

/** Bots and floods are marked. They are never dropped, and never told. */
describe("submitContactForm: suspects", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
  });
  beforeEach(async () => {
    brokerage = await openBrokerage(lintel, `office-${++made}`);
  });
  afterAll(() => lintel.close());

  const someone = () => `visitor-${++made}@visitors.test`;
  const addressNumber = (n: number) => `198.51.${n >> 8}.${n % 256}`;
  /** Sends a form from an address, and answers how its lead is marked. */
  const send = async (fields: object = {}, address = addressNumber(++made), to = brokerage) => {
    const reply = await sendForm(
      lintel,
      to.host,
      { email: someone(), ...fields },
      {
        "x-forwarded-for": address,
      },
    );
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: true,
        message: "Thank you for your message. We will be in touch soon.",
        lead_id: expect.any(Number),
      },
    ]);
    const lead = await lintel.call(`/api/v1/admin/leads/${reply.body.lead_id}`, { key: to.broker });
    expect(lead.body).toMatchObject({ stage: "NEW", sla: { remaining_seconds: 300 } });
    return lead.body.suspect;
  };
  const sendMany = async (times: number, ...form: Parameters<typeof send>) => {
    const marks: string[][] = [];
    for (let n = 0; n < times; n++) marks.push(await send(...form));
    return marks;
  };

  it.each([["https://spam.test"], ["x"], [7], [true], [{}], [["x"]], [{ toString: 1, valueOf: 1 }]])(
    "the hidden field website filled in with %j marks a lead",
    async (website) => {
      expect(await send({ website })).toEqual(["honeypot"]);
    },
  );

  it("the hidden field filled in as deeply as a body may be marks a lead", async () => {
    expect(await send({ website: JSON.parse(`${"[".repeat(31)}${"]".repeat(31)}`) })).toEqual(["honeypot"]);
  });

  it.each([[undefined], [null], [""], ["  "], [false]])(
    "the hidden field left alone (%j) marks nothing",
    async (website) => {
      expect(await send({ website })).toEqual([]);
    },
  );

  it("the sixth of one email within ten minutes is a flood, however it is written", async () => {
    expect(await sendMany(5, { email: "ada@visitors.test" })).toEqual(Array(5).fill([]));
    expect(await send({ email: "ADA@Visitors.test" })).toEqual(["flood"]);
    expect(await send({ email: "grace@visitors.test" })).toEqual([]);
    expect(await send({ email: "ada@visitors.test", website: "x" })).toEqual(["honeypot", "flood"]);
  });

  it("ten minutes later it is none any more", async () => {
    await sendMany(5, { email: "ada@visitors.test" });
    lintel.clock.advance(10 * MINUTE_MS - 1);
    expect(await send({ email: "ada@visitors.test" })).toEqual(["flood"]);
    lintel.clock.advance(1);
    expect(await send({ email: "ada@visitors.test" })).toEqual([]);
  });

  it("the twenty-first from one address within ten minutes is a flood", async () => {
    const address = "203.0.113.9";
    expect(await sendMany(20, {}, address)).toEqual(Array(20).fill([]));
    expect(await send({}, address)).toEqual(["flood"]);
    expect(await send({}, "203.0.113.10")).toEqual([]);
  });

  it("addresses of one IPv6 network count as one, because one sender owns all of them", async () => {
    for (let n = 0; n < 20; n++) expect(await send({}, `2001:db8:1:2::${n.toString(16)}`)).toEqual([]);
    expect(await send({}, "2001:db8:1:2:ffff::1")).toEqual(["flood"]);
    expect(await send({}, "2001:db8:1:3::1")).toEqual([]);
  });

  it("what another brokerage got does not count", async () => {
    const elsewhere = await openBrokerage(lintel, `elsewhere-${++made}`);
    await sendMany(5, { email: "ada@visitors.test" });
    expect(await send({ email: "ada@visitors.test" }, "203.0.113.9", elsewhere)).toEqual([]);
  });
});
