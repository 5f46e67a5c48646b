import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const MINUTE = 60_000;

describe("registerClient, how often", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let other: RoutingFixture;
  let addresses = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "true" });
    brokerage = await openRouting(lintel, "often");
    other = await openRouting(lintel, "often-too");
  });
  afterAll(() => lintel.close());
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-15T12:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const newAddress = () => `192.0.2.${++addresses}`;
  const register = (address: string, fields: object = {}, at = brokerage) =>
    at.register(fields, { "x-forwarded-for": address });
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const tooOften = (retry_after: number) => [
    429,
    { success: false, error: "rate_limit_exceeded", retry_after },
  ];

  it("lets three from one address pass in 15 minutes, and says when to come back", async () => {
    const address = newAddress();
    for (let n = 0; n < 3; n++) expect((await register(address)).status).toBe(200);
    later(5 * MINUTE);
    const refused = await register(address);
    expect(outcome(refused)).toEqual(tooOften(600));
    expect(refused.headers).toMatchObject({ "retry-after": "600", "x-ratelimit-remaining": "0" });
    expect((await register(newAddress())).status).toBe(200);
    later(10 * MINUTE);
    expect((await register(address)).status).toBe(200);
  });

  it("counts what is not valid too, for its address alone", async () => {
    const address = newAddress();
    const email = "invalid@visitors.test";
    for (let n = 0; n < 3; n++) expect((await register(address, { name: "", email })).status).toBe(400);
    expect((await register(address, { email })).status).toBe(429);
    expect((await register(newAddress(), { email })).status).toBe(200);
  });

  it("lets five of one email pass in an hour, from wherever, in whichever case and name", async () => {
    const spelled = ["ada@visitors.test", "ADA@visitors.test", " Ada@Visitors.test "];
    for (let n = 0; n < 5; n++) {
      const fields = { name: `Ada ${n}`, email: spelled[n % 3] };
      expect((await register(newAddress(), fields)).status).toBe(200);
    }
    later(20 * MINUTE);
    const refused = await register(newAddress(), { email: "ada@visitors.test" });
    expect(outcome(refused)).toEqual(tooOften(2400));
    expect(refused.headers["retry-after"]).toBe("2400");
    expect((await register(newAddress(), { email: "grace@visitors.test" })).status).toBe(200);
    expect((await register(newAddress(), { email: "ada@visitors.test" }, other)).status).toBe(200);
    later(40 * MINUTE);
    expect((await register(newAddress(), { email: "ada@visitors.test" })).status).toBe(200);
  });

  it("makes no lead of what it refuses", async () => {
    const leads = async () => {
      const { body } = await lintel.call("/api/v1/admin/leads", { key: brokerage.broker });
      return body.total as number;
    };
    const address = newAddress();
    const before = await leads();
    for (let n = 0; n < 6; n++) await register(address);
    expect(await leads()).toBe(before + 3);
  });

  it("words the general limit the same", async () => {
    const address = newAddress();
    for (let n = 0; n < 300; n++)
      await lintel.call("/health/none", { headers: { "x-forwarded-for": address } });
    expect(outcome(await register(address))).toEqual(tooOften(60));
  });
});
