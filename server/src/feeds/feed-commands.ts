import { sourcesNamed, type UsesListings } from "../listings/index.ts";
import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { compileValidator, describeIssues } from "../platform/http/validation.ts";
import { createLog } from "../platform/log.ts";
import { CreateFeedBody } from "./configuration/configuration.schemas.ts";
import { createFeed } from "./configuration/create-feed.ts";
import { deleteFeed } from "./configuration/delete-feed.ts";
import type { Feed } from "./configuration/feed.schemas.ts";
import { listFeeds } from "./configuration/list-feeds.ts";
import { followRun, type RunProgress } from "./runs/follow-run.ts";
import { requestRun } from "./runs/request-run.ts";
import { type FeedRun, RunFeedBody } from "./runs/runs.schemas.ts";
import type { UsesFeeds } from "./services.ts";
import { trialOfConfiguration } from "./trial/test-feed.ts";
import { trialOfStoredFeed } from "./trial/test-stored-feed.ts";
import type { FeedTrial } from "./trial/trial.schemas.ts";

type FeedContext = Context<UsesFeeds & UsesListings>;

/** `lintel feeds` names a feed by its source. */
type BySource = { source: string };

/** `lintel feeds add`. @throws AppError as `createFeed`. */
export async function addFeedHere(ctx: FeedContext, input: unknown): Promise<Feed> {
  return createFeed(ctx, checked<CreateFeedBody>(CreateFeedBody, input));
}

/** `lintel feeds list`: all feeds with their status, by source. */
export async function listFeedsHere(ctx: FeedContext): Promise<Feed[]> {
  const feeds: Feed[] = [];
  for (let page = 1; ; page++) {
    const { items, total_pages } = await listFeeds(ctx, { page, page_size: 100 });
    feeds.push(...items);
    if (page >= total_pages) break;
  }
  return feeds.sort((one, other) => (one.source < other.source ? -1 : 1));
}

/** `lintel feeds test`: a stored feed, or a configuration. */
export async function testFeedHere(
  ctx: FeedContext,
  input: { stored: string } | { configuration: unknown },
): Promise<FeedTrial> {
  const trial =
    "configuration" in input
      ? await trialOfConfiguration(ctx, checked<CreateFeedBody>(CreateFeedBody, input.configuration))
      : await trialOfStoredFeed(ctx, await idOf(ctx, input.stored));
  return trial(() => {});
}

/**
 * `lintel feeds run`: requests a run and waits for its end.
 *
 * @returns null when the command was stopped first: the run goes on.
 */
export async function runFeedHere(
  ctx: FeedContext,
  { source, ...input }: BySource & RunFeedBody,
  report: (progress: RunProgress) => void,
): Promise<FeedRun | null> {
  const feed_id = await idOf(ctx, source);
  const runId = await requestRun(ctx, { feed_id, ...checked<RunFeedBody>(RunFeedBody, input) });
  const { keeper } = ctx.feeds;
  if (keeper.isStarted) return followRun(ctx, runId, report);
  // No server has this database open, or servers elsewhere do: then one of them, or this process, carries the run out.
  const done = new AbortController();
  // What fails is in the outcome of the run.
  keeper.start({ ...ctx, log: createLog("silent"), signal: AbortSignal.any([ctx.signal, done.signal]) });
  try {
    return await followRun(ctx, runId, report);
  } finally {
    done.abort();
    await keeper.stopped();
  }
}

/** `lintel feeds remove`. */
export async function removeFeedHere(
  ctx: FeedContext,
  { source, listings }: BySource & { listings: "keep" | "remove" },
): Promise<{ message: string }> {
  return deleteFeed(ctx, { feed_id: await idOf(ctx, source), listings });
}

/** Input that did not come over HTTP. @throws AppError 422 */
function checked<Body>(schema: object, input: unknown): Body {
  const validate = compileValidator({ schema, httpPart: "body" });
  if (validate(input as never) === true) return input as Body;
  const { errors } = validate as unknown as { errors: Parameters<typeof describeIssues>[0] };
  throw new AppError("invalid", describeIssues(errors, "body"));
}

/** @throws AppError 404 */
async function idOf({ db }: FeedContext, name: string): Promise<number> {
  const [source] = await sourcesNamed(db, [name]);
  const feed =
    source &&
    (await db.selectFrom("feeds").select("id").where("source_id", "=", source.id).executeTakeFirst());
  if (feed) return feed.id;
  throw new AppError("not_found", `Source ${name} has no feed: lintel feeds list shows all feeds.`);
}
