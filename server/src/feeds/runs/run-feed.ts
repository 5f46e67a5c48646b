import type { ActorContext } from "../../platform/context.ts";
import type { FeedParams } from "../configuration/feed.schemas.ts";
import type { UsesFeeds } from "../services.ts";
import { requestRun } from "./request-run.ts";
import type { RequestedRun, RunFeedBody } from "./runs.schemas.ts";

/** Requests a run, which begins at once. @throws as `requestRun`. */
export async function runFeed(
  ctx: ActorContext<UsesFeeds>,
  input: FeedParams & RunFeedBody,
): Promise<RequestedRun> {
  return { run_id: await requestRun(ctx, input) };
}
