import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FEEDS, type FeedFixture, openFeeds } from "../../../test/harness/feed-fixture.ts";

describe("listFeeds", () => {
  let fixture: FeedFixture;
  beforeAll(async () => {
    fixture = await openFeeds();
  });
  afterAll(() => fixture.close());
  const list = async (query = "") =>
    (await fixture.lintel.call(`${FEEDS}${query}`, { key: fixture.admin })).body;

  it("lists feeds with their status, newest first and by pages", async () => {
    expect(await list()).toEqual({ items: [], total: 0, page: 1, page_size: 20, total_pages: 0 });
    const feeds = [await fixture.create(), await fixture.create({ enabled: false }), await fixture.create()];
    expect(await list()).toMatchObject({ items: feeds.toReversed(), total: 3 });
    expect(await list("?page=2&page_size=2")).toEqual({
      items: [feeds[0]],
      total: 3,
      page: 2,
      page_size: 2,
      total_pages: 2,
    });
  });
});
