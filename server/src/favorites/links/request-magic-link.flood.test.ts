import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const QUARTER = 15 * 60_000;
const ada = "ada@visitors.test";
const from = (host: number) => ({ "x-forwarded-for": `198.51.100.${host}` });

describe("requestMagicLink, while other senders request links to the same email", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openFavorites(lintel, `link-flood-${++made}`);
  });

  /** As many as pass, three in each quarter of an hour, so that none is pending afterwards. */
  async function flood(sender: number, requests: number): Promise<number> {
    let passed = 0;
    for (let at = 0; at < requests; at++) {
      if (at % 3 === 0) lintel.clock.advance(QUARTER);
      if ((await brokerage.requestLink(ada, from(sender))).status === 200) passed++;
    }
    lintel.clock.advance(QUARTER);
    return passed;
  }

  it("is refused to a sender with twelve unused links, and to no other sender", async () => {
    expect(await flood(1, 15)).toBe(12);
    const refused = await brokerage.requestLink(ada, from(1));
    expect(outcome(refused)).toEqual([
      429,
      {
        detail: "Too many magic link requests. Please check your email or wait 15 minutes.",
        retry_after: expect.any(Number),
      },
    ]);
    expect(refused.headers["retry-after"]).toBe(String(refused.body.retry_after));
    expect((await brokerage.requestLink(ada, from(2))).status).toBe(200);
    lintel.clock.advance(refused.body.retry_after * 1000);
    expect((await brokerage.requestLink(ada, from(1))).status).toBe(200);
  });

  it("allows at most 36 unused links a day, except for a session in which one was used", async () => {
    const { session_id } = (
      await lintel.call("/sessions", { method: "POST", host: brokerage.host, headers: from(9) })
    ).body;
    const own = { ...from(9), "x-session-id": session_id };
    expect((await brokerage.verify(await brokerage.newToken(ada, own), own)).status).toBe(200);
    lintel.clock.advance(2 * 86_400_000);
    let passed = 0;
    for (let sender = 1; sender <= 4; sender++) passed += await flood(sender, 12);
    expect(passed).toBe(36);
    expect((await brokerage.requestLink(ada, from(5))).status).toBe(429);
    expect((await brokerage.requestLink(ada, own)).status).toBe(200);
  });
});
