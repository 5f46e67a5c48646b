import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { type FavoritesDesk, openFavoritesDesk } from "../../../test/harness/favorites-desk.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("requestMagicLink, asked too often", () => {
  let lintel: TestApp;
  let desk: FavoritesDesk;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on" });
    desk = await openFavoritesDesk(lintel, "north");
  });
  afterAll(() => lintel.close());

  it("is 429 for one network address after 100 in 15 minutes, whoever's emails they name", async () => {
    for (let n = 0; n < 99; n++) expect((await desk.ask("no address")).status).toBe(422);
    expect((await desk.ask("ada@visitors.test")).status).toBe(200);
    expect(outcome(await desk.ask("bob@visitors.test"))).toEqual([
      429,
      { detail: "Rate limit exceeded", retry_after: expect.any(Number) },
    ]);
  });
});
