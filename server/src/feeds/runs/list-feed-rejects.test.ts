import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { FEEDS, type FeedFixture, openFeeds } from "../../../test/harness/feed-fixture.ts";

describe("listFeedRejects", () => {
  let fixture: FeedFixture;
  beforeAll(async () => {
    fixture = await openFeeds();
  });
  afterAll(() => fixture.close());
  const list = (id: number, query = "") =>
    fixture.lintel.call(`${FEEDS}/${id}/rejects${query}`, { key: fixture.admin });

  it("lists the records of the feed with their reasons as they were sent, newest first", async () => {
    const { id } = await fixture.create();
    const other = await fixture.create();
    const at = fixture.lintel.clock.now();
    const reject = (feed_id: number, key: string) => ({
      ...{ feed_id, key, at, resource: "Property", reasons: [`${key} is wrong`] },
      record: JSON.stringify({ ListingKey: key, ListPrice: "\u0000many", X_Own: [1, { a: null }] }),
    });
    await fixture.lintel.database.db
      .insertInto("feed_rejects")
      .values([reject(id, "K1"), reject(other.id, "K2"), reject(id, "K3")])
      .execute();
    const shown = (key: string) => ({
      ...{ key, resource: "Property", reasons: [`${key} is wrong`], at: at.toISOString() },
      record: { ListingKey: key, ListPrice: "\u0000many", X_Own: [1, { a: null }] },
    });
    expect(outcome(await list(id))).toEqual([
      200,
      { items: [shown("K3"), shown("K1")], total: 2, page: 1, page_size: 20, total_pages: 1 },
    ]);
    expect((await list(id, "?page=2&page_size=1")).body.items).toEqual([shown("K1")]);
    expect(outcome(await list(2_147_483_647))).toEqual([404, { detail: "Feed not found" }]);
  });
});
