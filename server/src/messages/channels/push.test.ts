import { importJWK, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LeadFixture } from "../../../test/harness/lead-fixture.ts";
import { openPush, type PushFixture, type Subscribed } from "../../../test/harness/push-fixture.ts";
import type { Answer, Pushed } from "../../../test/harness/push-service.ts";
import { vapid } from "../../../test/harness/vapid.ts";

const MINUTE_MS = 60_000;

describe("a push", () => {
  let fixture: PushFixture;
  let brokerage: LeadFixture;
  let browser: Subscribed;
  beforeAll(async () => {
    fixture = await openPush();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await fixture.openBrokerage();
    browser = await fixture.subscribe(brokerage.ann.key);
  });

  const arrived = () => fixture.service.pushed.filter(({ path }) => path === browser.path);
  const read = ({ body }: Pushed) => JSON.parse(browser.read(body));
  const answers = (answer: Answer) => fixture.service.answers.set(browser.path, answer);
  /** One attempt, once the browser is not left alone any more. */
  async function attempt() {
    fixture.lintel.clock.advance(61 * MINUTE_MS);
    return fixture.deliver();
  }

  it("arrives in the browser, which alone can read it", async () => {
    const lead = await fixture.remind(brokerage);
    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
    expect(await fixture.ledger(lead)).toEqual([{ state: "sent", attempts: 1, failure: null }]);
    const [push] = arrived();
    expect(read(push!)).toEqual({
      title: "Reminder: Ada Lovelace is waiting",
      body: "Waiting for 10 minutes. (208) 555-0101",
      url: "https://crm.test/leads/1",
      tag: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(push!.body.toString("latin1")).not.toContain("Ada");
    expect(push!.headers).toMatchObject({
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: "86400",
      urgency: "high",
      topic: read(push!).tag,
    });
  });

  it("is signed for its service with the key that browsers subscribe with, and says who sends it", async () => {
    await fixture.remind(brokerage);
    await fixture.deliver();
    const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(arrived()[0]!.headers.authorization ?? "")!;
    expect(key).toBe(vapid.VAPID_PUBLIC_KEY);
    const point = Buffer.from(vapid.VAPID_PUBLIC_KEY, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString("base64url"));
    const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: x!, y: y! }, "ES256");
    const { payload } = await jwtVerify(token!, publicKey, {
      algorithms: ["ES256"],
      audience: fixture.service.origin,
    });
    expect(payload).toEqual({
      aud: fixture.service.origin,
      sub: vapid.VAPID_SUBJECT,
      exp: expect.any(Number),
    });
    expect(payload.exp! - Date.now() / 1000).toBeLessThan(86_400);
  });

  it("goes to every browser of the agent, each encrypted for it", async () => {
    const second = await fixture.subscribe(brokerage.ann.key);
    const lead = await fixture.remind(brokerage);
    await fixture.deliver();
    expect(await fixture.ledger(lead)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
    const [push] = fixture.service.pushed.filter(({ path }) => path === second.path);
    expect(JSON.parse(second.read(push!.body))).toMatchObject({ title: "Reminder: Ada Lovelace is waiting" });
    expect(() => browser.read(push!.body)).toThrow();
  });

  it.each([200, 201, 202, 204])(
    "that is answered with %d is sent, and clears what failed before",
    async (status) => {
      answers({ status: 500 });
      await fixture.remind(brokerage);
      await fixture.deliver();
      expect(await fixture.failures(browser)).toBe(1);
      answers({ status });
      expect(await attempt()).toMatchObject({ sent: 1 });
      expect(await fixture.failures(browser)).toBe(0);
    },
  );

  it.each([404, 410])(
    "that is answered with %d ends the subscription at once, and is dropped",
    async (status) => {
      answers({ status });
      const lead = await fixture.remind(brokerage);
      await fixture.deliver();
      expect(await fixture.failures(browser)).toBeNull();
      const failure = `push.test:${fixture.service.port}: it answered ${status}`;
      expect(await fixture.ledger(lead)).toEqual([{ state: "dropped", attempts: 1, failure }]);
      const next = await fixture.remind(brokerage);
      expect(await fixture.ledger(next)).toEqual([]);
    },
  );

  it.each([400, 401, 403, 413, 304, 307])(
    "that is answered with %d has failed for good, and counts as one failure",
    async (status) => {
      answers({ status, headers: { location: `${fixture.service.origin}/elsewhere` } });
      const lead = await fixture.remind(brokerage);
      expect(await fixture.deliver()).toMatchObject({ failed: 1 });
      await attempt();
      expect(await fixture.ledger(lead)).toMatchObject([{ state: "failed", attempts: 1 }]);
      expect([await fixture.failures(browser), arrived().length]).toEqual([1, 1]);
      expect(fixture.service.pushed.filter(({ path }) => path === "/elsewhere")).toEqual([]);
    },
  );

  it.each<[string, Answer]>([
    ["429", { status: 429, headers: { "retry-after": "7200" } }],
    ["500", { status: 500 }],
    ["503", { status: 503 }],
    ["nothing", "silence"],
  ])(
    "that is answered with %s counts as one failure, and goes later as the same push",
    async (_name, answer) => {
      answers(answer);
      const lead = await fixture.remind(brokerage);
      expect(await fixture.deliver()).toMatchObject({ later: 1 });
      expect([await fixture.failures(browser), await fixture.ledger(lead)]).toMatchObject([
        1,
        [{ state: "waiting" }],
      ]);
      answers({ status: 201 });
      fixture.lintel.clock.advance(MINUTE_MS);
      expect(await fixture.deliver()).toMatchObject({ sent: 1 });
      const [first, second] = arrived();
      expect(second!.headers.topic).toBe(first!.headers.topic);
      expect(read(second!)).toEqual(read(first!));
    },
  );

  it.each<[string, Answer]>([
    ["500", { status: 500 }],
    ["403", { status: 403 }],
    ["nothing", "silence"],
  ])("that is answered with %s for the fifth time in a row ends the subscription", async (_name, answer) => {
    answers(answer);
    const leads = [await fixture.remind(brokerage)];
    for (let failures = 1; failures <= 4; failures++) {
      expect((await attempt()).sent).toBe(0);
      expect(await fixture.failures(browser)).toBe(failures);
      if ((await fixture.ledger(leads.at(-1)!))[0]!.state === "failed")
        leads.push(await fixture.remind(brokerage));
    }
    expect(await attempt()).toMatchObject({ dropped: 1 });
    expect([await fixture.failures(browser), arrived().length]).toEqual([null, 5]);
    const [last] = await fixture.ledger(leads.at(-1)!);
    expect(last).toMatchObject({
      state: "dropped",
      failure: expect.stringMatching(/, five times in a row$/),
    });
    expect(await fixture.ledger(await fixture.remind(brokerage))).toEqual([]);
  });

  it("is tried after 1, 4, 15 and 60 minutes: a service that is away for an hour ends no subscription", async () => {
    answers({ status: 503 });
    const lead = await fixture.remind(brokerage);
    const tried: number[] = [];
    for (let minute = 0; minute < 100 && (await fixture.failures(browser)) !== null; minute++) {
      const before = arrived().length;
      await fixture.deliver();
      if (arrived().length > before) tried.push(minute);
      fixture.lintel.clock.advance(MINUTE_MS);
    }
    expect(tried).toEqual([0, 1, 5, 20, 80]);
    expect(await fixture.ledger(lead)).toMatchObject([{ state: "dropped" }]);
  });

  it("that fails together with others to the same browser is one failure, and the others wait untried", async () => {
    answers({ status: 503, afterMs: 200 });
    for (let leads = 0; leads < 25; leads++) await fixture.remind(brokerage);
    await fixture.deliver();
    expect(await fixture.failures(browser)).toBe(1);
    const tried = arrived().length;
    expect(tried).toBeLessThanOrEqual(10);
    await fixture.deliver();
    expect(arrived()).toHaveLength(tried);
    answers({ status: 201 });
    await attempt();
    expect(arrived()).toHaveLength(tried + 25);
  });

  it("stays within what push services take, with any name of a lead", async () => {
    for (const text of ["😀".repeat(3000), '\u0001"\\'.repeat(3000), "é\n".repeat(3000)]) {
      await fixture.remind(brokerage, { leadName: text, waited: text, phone: text, email: text });
    }
    await fixture.deliver();
    expect(arrived()).toHaveLength(3);
    for (const push of arrived()) {
      expect(push.body.length).toBeLessThanOrEqual(4096);
      const { title, body, tag } = read(push);
      expect([title.startsWith("Reminder: "), title.endsWith("…"), body.endsWith("…")]).toEqual([
        true,
        true,
        true,
      ]);
      expect(title + body).not.toMatch(/\p{Cc}/u);
      expect(tag).toBe(push.headers.topic);
    }
  });
});
