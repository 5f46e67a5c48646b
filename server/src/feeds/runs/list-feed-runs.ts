import type { Selectable } from "kysely";
import type { ActorContext } from "../../platform/context.ts";
import type { FeedRuns } from "../../platform/database/types.generated.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import type { FeedParams } from "../configuration/feed.schemas.ts";
import { requireFeed } from "../configuration/stored-feed.ts";
import type { FeedRun, FeedRunPage, RunListQuery } from "./runs.schemas.ts";

/** Lists the runs of a feed, newest first. @throws AppError 404 `Feed not found`. */
export async function listFeedRuns(
  ctx: ActorContext,
  input: FeedParams & RunListQuery,
): Promise<FeedRunPage> {
  await requireFeed(ctx, input.feed_id);
  const ofFeed = ctx.db.selectFrom("feed_runs").where("feed_id", "=", input.feed_id);
  const { total } = await ofFeed
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await ofFeed.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return envelope(rows.map(presentRun), total, input);
}

export function presentRun(row: Selectable<FeedRuns>): FeedRun {
  const { error_code: code, error_message: message } = row;
  return {
    id: row.id,
    kind: row.kind as FeedRun["kind"],
    state: row.state as FeedRun["state"],
    started_at: row.started_at,
    finished_at: row.finished_at,
    requests: row.requests,
    bytes: row.bytes,
    read: row.read,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    removed: row.removed,
    rejected: row.rejected,
    photos: row.photos,
    error: code === null ? null : ({ code, message: message ?? "" } as FeedRun["error"]),
  };
}
