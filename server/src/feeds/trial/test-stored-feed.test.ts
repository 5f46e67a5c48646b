import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATIC_TOKEN } from "../../../../feed-server/src/access.ts";
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

  it("tries a feed with its stored secret, and leaves it as it is", async () => {
    const auth = { type: "bearer", token: STATIC_TOKEN };
    const feed = await fixture.create({ base_url: server.baseUrl, auth, user_agent: "acme/{token}" });
    const { status, body } = await test(feed.id);
    expect([status, body.ok, body.fields.length > 0]).toEqual([200, true, true]);
    const agents = server.log.since(0).map(({ userAgent }) => userAgent);
    expect(new Set(agents)).toEqual(new Set([`acme/${STATIC_TOKEN}`]));
    expect((await fixture.lintel.call(`${FEEDS}/${feed.id}`, { key: fixture.admin })).body).toEqual(feed);
  });

  it("is 404 for a feed that is not there", async () => {
    expect(outcome(await test(2_147_483_647))).toEqual([404, { detail: "Feed not found" }]);
  });
});
