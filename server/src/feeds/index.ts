export { type SourceLag, sourceLags } from "./alarms/lag.ts";
export { feedAlarmsJob, runFeedAlarms } from "./alarms/run-feed-alarms.ts";
export { FeedClient, type Page } from "./client/feed-client.ts";
export { FeedError, type FeedErrorCode, FeedStopped } from "./client/feed-error.ts";
export { type Metadata, readMetadata } from "./client/metadata.ts";
export type { Feed as ShownFeed } from "./configuration/feed.schemas.ts";
export {
  addFeedHere,
  listFeedsHere,
  removeFeedHere,
  runFeedHere,
  testFeedHere,
} from "./feed-commands.ts";
export { FeedKeeper, leaseOf } from "./feed-keeper.ts";
export {
  type Feed,
  type FeedAuth,
  type FeedBudget,
  type ResourceName,
  readFeed,
  resourceNames,
  type Strategy,
  strategies,
} from "./feed-row.ts";
export { feedRoutes } from "./feeds.routes.ts";
export type { RunProgress } from "./runs/follow-run.ts";
export type { FeedRun } from "./runs/runs.schemas.ts";
export { feedServices, type UsesFeeds } from "./services.ts";
export type { FeedTrial } from "./trial/trial.schemas.ts";
