import { FeedKeeper } from "./feed-keeper.ts";

/** The services of the feeds slice. */
export type UsesFeeds = {
  feeds: {
    /** Carries out the runs of this process; idle until it is started. */
    keeper: FeedKeeper;
  };
};

export function feedServices(): UsesFeeds {
  return {
    feeds: { keeper: new FeedKeeper() },
  };
}
