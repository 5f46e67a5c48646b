import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("createPrivacyRequest, limits", () => {
  let lintel: TestApp;
  let brokerage: PrivacyFixture;
  let addresses = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "true" });
    brokerage = await openPrivacy(lintel, "often");
  });
  afterAll(() => lintel.close());
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-15T12:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const newAddress = () => `192.0.2.${++addresses}`;
  const ask = async (email: string, address: string, kind: "erase" | "export" = "erase") =>
    (await brokerage.submit(kind, email, { "x-forwarded-for": address })).status;
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

  it("allows five from one network address an hour", async () => {
    const address = newAddress();
    for (let n = 0; n < 5; n++) expect(await ask(`visitor-${n}@visitors.test`, address)).toBe(202);
    expect(await ask("visitor-5@visitors.test", address)).toBe(429);
    expect(await ask("visitor-5@visitors.test", newAddress())).toBe(202);
    later(3_600_000);
    expect(await ask("visitor-5@visitors.test", address)).toBe(202);
  });

  it("allows five of one kind per email a day, known or not, ignoring case", async () => {
    await brokerage.makeLead();
    for (const email of ["ada@visitors.test", "unknown@strangers.test"]) {
      for (let n = 0; n < 5; n++) expect(await ask(email, newAddress())).toBe(202);
      expect([email, await ask(email.toUpperCase(), newAddress())]).toEqual([email, 429]);
      expect(await ask(email, newAddress(), "export")).toBe(202);
      later(3_600_000);
      expect(await ask(email, newAddress())).toBe(429);
      later(23 * 3_600_000);
      expect(await ask(email, newAddress())).toBe(202);
    }
  });
});
