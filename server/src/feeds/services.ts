import { FeedKeeper } from "./feed-keeper.ts";
import { PhotoKeeper } from "./photos/photo-keeper.ts";

/** The services of the feeds slice. */
export type UsesFeeds = {
  feeds: {
    /** Carries out the runs of this process; idle until it is started. */
    keeper: FeedKeeper;
    /** Copies the photos of feeds in this process; idle until it is started. */
    photos: PhotoKeeper;
  };
};

export function feedServices(): UsesFeeds {
  return { feeds: { keeper: new FeedKeeper(), photos: new PhotoKeeper() } };
}
