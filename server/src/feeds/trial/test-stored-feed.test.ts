import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATIC_TOKEN } from "../../../../feed-server/src/access.ts";
import { defaultBehaviours } from "../../../../feed-server/src/behaviours.ts";
import { loadKingCounty } from "../../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../../feed-server/src/serve-feed.ts";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { FEEDS, type FeedFixture, openFeeds } from "../../../test/harness/feed-fixture.ts";

describe("testStoredFeed", () => {
  let fixture: FeedFixture;
  let server: FeedServer;
  beforeAll(async () => {
    fixture = await openFeeds();
    server = await serveFeed();
    await loadKingCounty(server.market, 3);
  });
  afterAll(async () => {
    await server.close();
    await fixture.close();
  });
  const test = (id: number) =>
    fixture.lintel.call(`${FEEDS}/${id}/test`, { method: "POST", key: fixture.admin });

  const auth = { type: "bearer", token: STATIC_TOKEN };
  const read = async (id: number) =>
    (await fixture.lintel.call(`${FEEDS}/${id}`, { key: fixture.admin })).body;

  it("tries a feed with its stored secret within its budget, and leaves it as it is", async () => {
    const own = { user_agent: "acme/{token}", enabled: false, budget: { per_second: 50 } };
    const fields = { base_url: server.baseUrl, auth, ...own };
    const feed = await fixture.create(fields);
    const { status, body } = await test(feed.id);
    expect([status, body.ok, body.fields.length > 0]).toEqual([200, true, true]);
    const requests = server.log.since(0);
    expect(new Set(requests.map(({ userAgent }) => userAgent))).toEqual(new Set([`acme/${STATIC_TOKEN}`]));
    const used = { used_hour: requests.length, used_day: requests.length };
    expect(await read(feed.id)).toEqual({ ...feed, status: { ...feed.status, budget: used } });
  });

  it("tells its server's Retry-After to the feed, and sends nothing before it is over", async () => {
    Object.assign(server.behaviours, { retry_after: { seconds: 600 }, fail_next: ["429"] });
    const feed = await fixture.create({ base_url: server.baseUrl, auth });
    const sent = server.log.since(0).length;
    const failed = async () =>
      (await test(feed.id)).body.steps.find(({ ok }: { ok: boolean | null }) => ok === false);
    for (let nth = 0; nth < 2; nth++)
      expect(await failed()).toMatchObject({ name: "metadata", code: "rate_limited" });
    expect(server.log.since(0).length).toBe(sent + 1);
    expect((await read(feed.id)).status.state).toBe("waiting");
  });

  it("fails `page` when the budget is used up before the strategies are known", async () => {
    Object.assign(server.behaviours, structuredClone(defaultBehaviours));
    // $metadata and the page.
    const feed = await fixture.create({
      base_url: server.baseUrl,
      auth,
      media: "none",
      budget: { per_hour: 2 },
    });
    const { body } = await test(feed.id);
    expect(body).toMatchObject({ ok: false, strategies: [] });
    expect(body.steps).toContainEqual(expect.objectContaining({ name: "page", code: "rate_limited" }));
  });

  it("is 404 for a feed that is not there", async () => {
    expect(outcome(await test(2_147_483_647))).toEqual([404, { detail: "Feed not found" }]);
  });
});
