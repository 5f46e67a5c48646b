import type { ActorContext } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import type { FeedParams } from "../configuration/feed.schemas.ts";
import { requireFeed } from "../configuration/stored-feed.ts";
import type { FeedRejectPage, RunListQuery } from "./runs.schemas.ts";

/** Lists the records of a feed that could not be stored, newest first. @throws AppError 404 `Feed not found`. */
export async function listFeedRejects(
  ctx: ActorContext,
  input: FeedParams & RunListQuery,
): Promise<FeedRejectPage> {
  await requireFeed(ctx, input.feed_id);
  const ofFeed = ctx.db.selectFrom("feed_rejects").where("feed_id", "=", input.feed_id);
  const { total } = await ofFeed
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await ofFeed
    .select(["key", "resource", "reasons", "record", "at"])
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return envelope(
    rows.map(({ record, ...row }) => ({ ...row, record: JSON.parse(record) })),
    total,
    input,
  );
}
