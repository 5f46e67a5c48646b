import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FeedFixture, openFeeds } from "../../../test/harness/feed-fixture.ts";
import { subscribe } from "../../../test/harness/market.ts";
import { runFeedAlarms } from "./run-feed-alarms.ts";

const HOUR = 3_600_000;

describe("runFeedAlarms", () => {
  let fixture: FeedFixture;
  let id: number;
  let source: string;
  beforeAll(async () => {
    fixture = await openFeeds();
    const { lintel } = fixture;
    const everything = await lintel.createTenant("everything");
    const chosen = await lintel.createTenant("chosen");
    const other = await lintel.createTenant("other");
    const closed = await lintel.createTenant("closed");
    const { db } = lintel.database;
    await db
      .insertInto("broker_contacts")
      .values(
        [everything, chosen, other, closed].map((each, at) => ({
          brokerage_id: each.id,
          name: "Ann",
          email: `ann@${["everything", "chosen", "other", "closed"][at]}.test`,
        })),
      )
      .execute();
    for (const name of ["seen", "unseen"]) await fixture.create({ source: name, enabled: false });
    await subscribe(lintel, chosen.id, ["seen"]);
    await subscribe(lintel, other.id, ["unseen"]);
    await lintel.call(`/api/admin/brokerages/${closed.id}`, { method: "DELETE", key: fixture.admin });
  });
  beforeEach(async () => {
    await fixture.lintel.database.db.deleteFrom("messages").execute();
    await fixture.lintel.database.db.deleteFrom("feeds").execute();
    source = "seen";
    ({ id } = await fixture.create({ source }));
  });
  afterAll(() => fixture.close());

  const ago = (ms: number) => new Date(fixture.lintel.clock.now().getTime() - ms);
  const run = () => runFeedAlarms(fixture.lintel.ctx);
  const mails = async () =>
    (
      await fixture.lintel.database.db
        .selectFrom("messages")
        .select(["kind", "recipient", "content"])
        .orderBy("id")
        .execute()
    ).map(({ kind, recipient, content }) => [kind, recipient, JSON.stringify(content).includes(source)]);
  const toBoth = (kind: string) => [
    [kind, "ann@everything.test", true],
    [kind, "ann@chosen.test", true],
  ];

  it("mails the brokers of the brokerages that show the source once a hold, naming the source", async () => {
    await run();
    expect(await mails()).toEqual([]);
    await fixture.set(id, { held_at: ago(1000), missing: 80 });
    await run();
    // The next reconcile finds the same.
    await fixture.set(id, { held_at: ago(0) });
    await run();
    expect(await mails()).toEqual(toBoth("feed_held"));
    await fixture.set(id, { held_at: null, hold_mailed_at: null });
    await run();
    fixture.lintel.clock.advance(HOUR);
    await fixture.set(id, { held_at: ago(0) });
    await run();
    expect(await mails()).toEqual([...toBoth("feed_held"), ...toBoth("feed_held")]);
  });

  it("mails once when a feed is late, once when it is well again, and again the next time", async () => {
    await fixture.set(id, { current_as_of: ago(6 * HOUR) });
    await run();
    expect(await mails()).toEqual([]);
    fixture.lintel.clock.advance(1000);
    await run();
    fixture.lintel.clock.advance(HOUR);
    await run();
    expect(await mails()).toEqual(toBoth("feed_late"));
    await fixture.set(id, { current_as_of: ago(60_000) });
    await run();
    await run();
    expect(await mails()).toEqual([...toBoth("feed_late"), ...toBoth("feed_recovered")]);
    fixture.lintel.clock.advance(7 * HOUR);
    await run();
    expect(await mails()).toHaveLength(6);
  });

  it("waits for three refresh intervals where these are longer, and leaves disabled feeds alone", async () => {
    await fixture.set(id, { current_as_of: ago(9 * HOUR), refresh_minutes: 180 });
    await run();
    await fixture.set(id, { current_as_of: ago(10 * HOUR), enabled: false });
    await run();
    expect(await mails()).toEqual([]);
    await fixture.set(id, { enabled: true });
    await run();
    expect(await mails()).toEqual(toBoth("feed_late"));
  });

  it("raises each alarm once, however many processes run it at once", async () => {
    await fixture.set(id, { held_at: ago(1000), current_as_of: ago(7 * HOUR) });
    await Promise.all([run(), run(), run()]);
    expect(await mails()).toEqual([...toBoth("feed_held"), ...toBoth("feed_late")]);
  });

  it("shows the lag of each enabled feed in /metrics, and a late one there and in /health", async () => {
    const { lintel } = fixture;
    const shown = async () => (await lintel.call("/metrics")).text.match(/^lintel_feed_\w+\{.*/gm)?.sort();
    // The last checks are kept for half a second.
    const expectHealth = (check: string) =>
      expect
        .poll(async () => (await lintel.call("/health")).body.checks.feeds, { timeout: 20_000 })
        .toBe(check);
    await expectHealth("ok");
    await fixture.set(id, { current_as_of: ago(7 * HOUR) });
    const slow = await fixture.create({ source: "slow" });
    await fixture.set(slow.id, { current_as_of: ago(7 * HOUR), refresh_minutes: 180 });
    const disabled = await fixture.create({ source: "disabled", enabled: false });
    await fixture.set(disabled.id, { current_as_of: ago(7 * HOUR) });
    await fixture.create({ source: "new" });
    expect(await shown()).toEqual([
      'lintel_feed_lag_seconds{source="seen"} 25200',
      'lintel_feed_lag_seconds{source="slow"} 25200',
      'lintel_feed_late{source="new"} 0',
      'lintel_feed_late{source="seen"} 1',
      'lintel_feed_late{source="slow"} 0',
    ]);
    await expectHealth("degraded");
    await lintel.database.db.deleteFrom("feeds").execute();
    await expectHealth("not_configured");
  });
});
