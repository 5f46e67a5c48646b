import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { FEEDS, type FeedFixture, openFeeds } from "../../../test/harness/feed-fixture.ts";

describe("listFeedRuns", () => {
  let fixture: FeedFixture;
  beforeAll(async () => {
    fixture = await openFeeds();
  });
  afterAll(() => fixture.close());
  const list = (id: number, query = "") =>
    fixture.lintel.call(`${FEEDS}/${id}/runs${query}`, { key: fixture.admin });

  it("lists the runs of the feed, newest first, with their counts and errors", async () => {
    const { id } = await fixture.create();
    const other = await fixture.create();
    const now = fixture.lintel.clock.now();
    const failure = { error_code: "timeout", error_message: "It took too long" };
    const first = await fixture.addRun(id, {
      kind: "initial",
      state: "failed",
      finished_at: now,
      ...failure,
    });
    await fixture.addRun(other.id);
    const counts = {
      ...{ requests: 1, bytes: 5_000_000_000, read: 3, created: 4, updated: 5 },
      ...{ unchanged: 6, removed: 7, rejected: 8, photos: 9 },
    };
    const second = await fixture.addRun(id, counts);
    const zero = Object.fromEntries(Object.keys(counts).map((name) => [name, 0]));
    const at = { started_at: now.toISOString() };
    const failed = {
      ...{ id: first, kind: "initial", state: "failed", ...at, finished_at: now.toISOString(), ...zero },
      error: { code: "timeout", message: "It took too long" },
    };
    expect(outcome(await list(id))).toEqual([
      200,
      {
        items: [
          { id: second, kind: "refresh", state: "running", ...at, finished_at: null, ...counts, error: null },
          failed,
        ],
        ...{ total: 2, page: 1, page_size: 20, total_pages: 1 },
      },
    ]);
    expect((await list(id, "?page=2&page_size=1")).body.items).toEqual([failed]);
    expect(outcome(await list(2_147_483_647))).toEqual([404, { detail: "Feed not found" }]);
  });
});
