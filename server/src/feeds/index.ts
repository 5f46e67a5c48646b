export { FeedClient, type Page } from "./client/feed-client.ts";
export { FeedError, type FeedErrorCode, FeedStopped } from "./client/feed-error.ts";
export { type Metadata, readMetadata } from "./client/metadata.ts";
export { type RequestBudget, trialBudget } from "./client/request-budget.ts";
export { SharedBudget } from "./client/shared-budget.ts";
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
export { feedServices, type UsesFeeds } from "./services.ts";
