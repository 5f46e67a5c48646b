import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { jobsOf } from "../../schedules.ts";

const HOUR = 3_600_000;

describe("pruneMagicLinks", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openFavorites(lintel, "north");
  });
  afterAll(() => lintel.close());

  const prune = () =>
    jobsOf(lintel.services)
      .find(({ name }) => name === "prune-magic-links")
      ?.run(lintel.ctx.signal);

  it("deletes links a day after they expired, by a job every hour", async () => {
    const used = await brokerage.newToken("ada@visitors.test");
    await brokerage.verify(used);
    const unused = await brokerage.newToken("bob@visitors.test");
    const result = async () => [
      (await brokerage.verify(used)).body.detail.slice(0, 35),
      (await brokerage.verify(unused)).body.detail.slice(0, 27),
    ];
    const whole = ["This magic link has already been us", "This magic link has expired"];
    lintel.clock.advance(HOUR / 4);
    await prune();
    expect(await result()).toEqual(whole);
    lintel.clock.advance(24 * HOUR);
    await prune();
    expect(await result()).toEqual(whole);

    await brokerage.requestLink("cem@visitors.test");
    lintel.clock.advance(1);
    await prune();
    for (const token of [used, unused])
      expect(outcome(await brokerage.verify(token))).toEqual([404, { detail: "Magic link not found" }]);
    const left = await lintel.database.db.selectFrom("magic_links").select("email").execute();
    expect(left).toEqual([{ email: "cem@visitors.test" }]);
    const schedule = jobsOf(lintel.services).find(({ name }) => name === "prune-magic-links")?.schedule;
    expect(schedule).toBe("17 * * * *");
  });
});
