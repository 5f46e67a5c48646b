import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { FEEDS, type FeedFixture, openFeeds } from "../../../test/harness/feed-fixture.ts";
import { untilLocksAwaited } from "../../../test/harness/lock-waits.ts";
import { home } from "../../../test/harness/market.ts";
import { lockRevisions } from "../../listings/index.ts";

describe("deleteFeed", () => {
  let fixture: FeedFixture;
  beforeAll(async () => {
    fixture = await openFeeds();
  });
  afterAll(() => fixture.close());

  const remove = (id: number, query = "") =>
    fixture.lintel.call(`${FEEDS}/${id}${query}`, { method: "DELETE", key: fixture.admin });
  const listingsOf = (source: string) =>
    fixture.lintel.database.db
      .selectFrom("listings")
      .innerJoin("sources", "sources.id", "listings.source_id")
      .where("sources.name", "=", source)
      .select("listing_id")
      .execute();
  /** A feed with a run under way, whose source has listings. */
  async function loadedFeed(source: string) {
    await fixture.lintel.importListings(source, [
      home({ ListingId: `${source}-1` }),
      home({ ListingId: `${source}-2` }),
    ]);
    const { id } = await fixture.create({ source });
    await fixture.addRun(id);
    return id;
  }

  it("deletes the feed with its runs, and keeps the listings and the source", async () => {
    const id = await loadedFeed("kept");
    expect(outcome(await remove(id))).toEqual([200, { message: "Feed deleted" }]);
    expect(await listingsOf("kept")).toHaveLength(2);
    expect(outcome(await remove(id))).toEqual([404, { detail: "Feed not found" }]);
    expect((await auditOf(fixture.lintel, "feed", id)).at(-1)).toMatchObject({
      action: "delete",
      before: { source: "kept", enabled: true },
      after: { listings: "keep" },
    });
    expect((await fixture.create({ source: "kept" })).status.listings).toBe(2);
  });

  it("deletes the listings too where it is asked to, and no other source's", async () => {
    const id = await loadedFeed("gone");
    await loadedFeed("other");
    expect(outcome(await remove(id, "?listings=remove"))).toEqual([200, { message: "Feed deleted" }]);
    expect([await listingsOf("gone"), (await listingsOf("other")).length]).toEqual([[], 2]);
    const sources = await fixture.lintel.call("/api/admin/sources?page_size=100", { key: fixture.admin });
    expect(sources.body.items.map(({ name }: { name: string }) => name)).toContain("gone");
  });

  // The embedded database has one connection: nothing happens on it at the same time.
  it.runIf(process.env.DATABASE_URL)(
    "deletes the listings beside a batch of its run, which takes the lock of the change log before that of the feed",
    async () => {
      const id = await loadedFeed("under-way");
      const { db } = fixture.lintel.database;
      let batch: Promise<unknown> = Promise.resolve();
      let deletion: ReturnType<typeof remove> | undefined;
      await db.transaction().execute(async (holder) => {
        // The deletion of the feed's row goes on to its runs, and waits there.
        await sql`select 1 from feed_runs where feed_id = ${id} for update`.execute(holder);
        deletion = remove(id, "?listings=remove");
        await untilLocksAwaited(db);
        batch = db.transaction().execute(async (transaction) => {
          await lockRevisions(transaction);
          await sql`select 1 from feeds where id = ${id} for key share`.execute(transaction);
        });
        await untilLocksAwaited(db, 2);
      });
      await expect(batch).resolves.toBeUndefined();
      expect(outcome((await deletion) as Awaited<typeof deletion & object>)).toEqual([
        200,
        { message: "Feed deleted" },
      ]);
      expect(await listingsOf("under-way")).toEqual([]);
    },
  );

  it("refuses another word for the listings", async () => {
    const { id } = await fixture.create();
    const reply = await remove(id, "?listings=archive");
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ["query", "listings"]]);
    expect((await remove(id)).status).toBe(200);
  });

  it("deletes once, however often it is asked for at once", async () => {
    const { id } = await fixture.create();
    const replies = await Promise.all([remove(id), remove(id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
