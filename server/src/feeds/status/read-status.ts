import { type Selectable, sql } from "kysely";
import { listingsOfSources } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Feeds } from "../../platform/database/types.generated.ts";
import { photosPending } from "../photos/copy-queue.ts";
import { type FeedCounts, feedStatus } from "./feed-status.ts";
import type { FeedStatus } from "./status.schemas.ts";

/** The status of each feed, by its id. */
export async function readStatus(
  { db, clock }: Pick<Context, "db" | "clock">,
  feeds: Selectable<Feeds>[],
): Promise<Map<number, FeedStatus>> {
  if (feeds.length === 0) return new Map();
  const now = clock.now();
  const ids = feeds.map(({ id }) => id);
  const sourceIds = feeds.map(({ source_id }) => source_id);
  const runs = await runsUnderWay(db, ids);
  const spent = await spending(db, ids, now);
  const listings = await listingsOfSources(db, sourceIds);
  const photos = await photosPending(db, sourceIds);
  const rejects = await rejectsOf(db, ids);
  return new Map(
    feeds.map((feed) => [
      feed.id,
      feedStatus(
        feed,
        {
          run: runs.get(feed.id) ?? null,
          listings: listings.get(feed.source_id) ?? 0,
          photosPending: feed.copy_media ? (photos.get(feed.source_id) ?? 0) : 0,
          rejected: rejects.get(feed.id) ?? 0,
          usedHour: spent.get(feed.id)?.used_hour ?? 0,
          usedDay: spent.get(feed.id)?.used_day ?? 0,
        },
        now,
      ),
    ]),
  );
}

/** Index: feed_runs_one_at_a_time. */
async function runsUnderWay(db: Db, feedIds: number[]): Promise<Map<number, NonNullable<FeedCounts["run"]>>> {
  const rows = await db
    .selectFrom("feed_runs")
    .select(["feed_id", "kind", "phase", "done", "total", "started_at"])
    .where("feed_id", "in", feedIds)
    .where("state", "=", "running")
    .execute();
  return new Map(rows.map((row) => [row.feed_id, row]));
}

/** Index: feed_rejects_newest. Expected: some hundred rows of a feed. */
async function rejectsOf(db: Db, feedIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("feed_rejects")
    .select(({ fn }) => ["feed_id", fn.countAll<number>().as("rejected")])
    .where("feed_id", "in", feedIds)
    .groupBy("feed_id")
    .execute();
  return new Map(rows.map(({ feed_id, rejected }) => [feed_id, rejected]));
}

const HOUR_MS = 3_600_000;

/** Index: feed_spending_pkey. Expected: at most 1,440 rows of a feed. */
async function spending(db: Db, feedIds: number[], now: Date) {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const dayAgo = new Date(now.getTime() - 24 * HOUR_MS);
  const rows = await db
    .selectFrom("feed_spending")
    .select([
      "feed_id",
      sql<number>`coalesce(sum(requests) filter (where minute > ${hourAgo}), 0)::integer`.as("used_hour"),
      sql<number>`coalesce(sum(requests), 0)::integer`.as("used_day"),
    ])
    .where("feed_id", "in", feedIds)
    .where("minute", ">", dayAgo)
    .groupBy("feed_id")
    .execute();
  return new Map(rows.map((row) => [row.feed_id, row]));
}
