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
