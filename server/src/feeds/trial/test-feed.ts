import type { Context } from "../../platform/context.ts";
import type { Download } from "../../platform/http/download.ts";
import { pacedBudget } from "../client/paced-budget.ts";
import type { CreateFeedBody, FeedAuthInput } from "../configuration/configuration.schemas.ts";
import { feedDefaults } from "../configuration/feed-defaults.ts";
import { requireValid } from "../configuration/require-valid.ts";
import type { FeedAuth } from "../feed-row.ts";
import { replyOfTrial, type Trial } from "./reply-of-trial.ts";
import { runTrial } from "./run-trial.ts";
import type { FeedTrial, TrialQuery } from "./trial.schemas.ts";

/**
 * Tries a configuration without storing it: its requests are as far apart as its `per_second` says.
 *
 * @throws AppError 422 for each field that is wrong.
 */
export async function testFeed(
  ctx: Context,
  { format, ...configuration }: CreateFeedBody & TrialQuery,
): Promise<FeedTrial | Download> {
  return replyOfTrial({ format }, await trialOfConfiguration(ctx, configuration));
}

/** @throws AppError 422 for each field that is wrong. */
export async function trialOfConfiguration(ctx: Context, input: CreateFeedBody): Promise<Trial> {
  await requireValid(ctx, input, null);
  const feed = {
    baseUrl: input.base_url,
    auth: authOf(input.auth),
    userAgent: input.user_agent || null,
    media: input.media ?? feedDefaults.media,
    filter: input.filter || null,
    pageSize: input.page_size ?? null,
  };
  const { per_second } = { ...feedDefaults.budget, ...input.budget };
  return (onStep) => runTrial(ctx, feed, pacedBudget(per_second), onStep);
}

/** Of a checked configuration. */
function authOf({ type, token, token_url, client_id, client_secret, scope }: FeedAuthInput): FeedAuth {
  if (type === "bearer") return { type, token: token as string };
  return {
    type,
    tokenUrl: token_url as string,
    clientId: client_id as string,
    clientSecret: client_secret as string,
    scope: scope || null,
  };
}
