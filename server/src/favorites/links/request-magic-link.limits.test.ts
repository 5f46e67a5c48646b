import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("requestMagicLink, over the limit", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on" });
    brokerage = await openFavorites(lintel, "north");
  });
  afterAll(() => lintel.close());

  it("is 429 for one network address after 100 requests in 15 minutes, for any emails", async () => {
    for (let n = 0; n < 99; n++) expect((await brokerage.requestLink("no address")).status).toBe(422);
    expect((await brokerage.requestLink("ada@visitors.test")).status).toBe(200);
    expect(outcome(await brokerage.requestLink("bob@visitors.test"))).toEqual([
      429,
      { detail: "Rate limit exceeded", retry_after: expect.any(Number) },
    ]);
  });
});
