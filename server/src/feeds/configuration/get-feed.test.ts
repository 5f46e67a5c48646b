import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { FEEDS, type FeedFixture, openFeeds } from "../../../test/harness/feed-fixture.ts";
import { home } from "../../../test/harness/market.ts";

const MINUTE = 60_000;

describe("getFeed", () => {
  let fixture: FeedFixture;
  let id: number;
  let source: string;
  beforeAll(async () => {
    fixture = await openFeeds();
  });
  beforeEach(async () => {
    ({ id, source } = await fixture.create());
  });
  afterAll(() => fixture.close());

  const get = (feed = id) => fixture.lintel.call(`${FEEDS}/${feed}`, { key: fixture.admin });
  const status = async () => (await get()).body.status;
  const ago = (ms: number) => new Date(fixture.lintel.clock.now().getTime() - ms);

  it("answers the feed as it was created, and 404 without one", async () => {
    const feed = await fixture.create({ filter: "A eq 1" });
    expect(outcome(await get(feed.id))).toEqual([200, feed]);
    expect(outcome(await get(2_147_483_647))).toEqual([404, { detail: "Feed not found" }]);
  });

  it("has the first state that holds: disabled, running, waiting, held, failing, idle", async () => {
    const states: string[] = [];
    const note = async () => states.push((await status()).state);
    await note();
    await fixture.set(id, {
      error_code: "timeout",
      error_message: "It took too long",
      error_at: ago(MINUTE),
    });
    await note();
    await fixture.set(id, { held_at: ago(MINUTE) });
    await note();
    await fixture.set(id, { wait_until: ago(-MINUTE) });
    await note();
    await fixture.addRun(id);
    await note();
    await fixture.set(id, { enabled: false });
    await note();
    expect(states).toEqual(["idle", "failing", "held", "waiting", "running", "disabled"]);
  });

  it("waits no longer once the time is over", async () => {
    await fixture.set(id, { wait_until: ago(1) });
    expect((await status()).state).toBe("idle");
  });

  it("shows the progress of a run and its rate", async () => {
    await fixture.addRun(id, {
      kind: "initial",
      phase: "initial",
      started_at: ago(MINUTE),
      done: 3000,
      total: 9000,
    });
    expect(await status()).toMatchObject({
      state: "running",
      phase: "initial",
      progress: { done: 3000, total: 9000, per_second: 50 },
    });
  });

  it("counts the lag from the start of the last successful refresh", async () => {
    await fixture.set(id, {
      current_as_of: ago(10 * MINUTE),
      last_success_at: ago(9 * MINUTE),
      chosen_strategy: "timestamp",
      offered: 12,
      missing: 0,
    });
    expect(await status()).toMatchObject({
      strategy: "timestamp",
      lag_seconds: 600,
      last_success_at: ago(9 * MINUTE).toISOString(),
      offered: 12,
      missing: 0,
    });
  });

  it("counts the requests of the last hour and day, and the listings of its source", async () => {
    const spent = (ms: number, requests: number) => ({ feed_id: id, minute: ago(ms), requests, bytes: 1 });
    await fixture.lintel.database.db
      .insertInto("feed_spending")
      .values([
        spent(MINUTE, 5),
        spent(61 * MINUTE, 7),
        spent(23 * 60 * MINUTE, 11),
        spent(25 * 60 * MINUTE, 13),
      ])
      .execute();
    await fixture.lintel.importListings(source, [
      home({ ListingId: `${source}-1` }),
      home({ ListingId: `${source}-2`, StandardStatus: "Delete" }),
    ]);
    expect(await status()).toMatchObject({ budget: { used_hour: 5, used_day: 23 }, listings: 1 });
  });

  it("shows the last error, and a hold for as long as it lasts", async () => {
    const error = { code: "unauthorized", message: "The server refuses the token", at: ago(0).toISOString() };
    await fixture.set(id, { error_code: error.code, error_message: error.message, error_at: ago(0) });
    expect((await status()).error).toEqual(error);
    await fixture.set(id, { error_code: null, error_message: null, held_at: ago(MINUTE), missing: 70 });
    expect((await status()).error).toEqual({
      code: "removals_held",
      message: expect.stringMatching(/^70 listings, more than the 20 percent.*confirm_removals$/),
      at: ago(MINUTE).toISOString(),
    });
  });
});
