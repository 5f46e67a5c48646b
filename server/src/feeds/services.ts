import { PhotoKeeper } from "./photos/photo-keeper.ts";

/** The services of the feeds slice. */
export type UsesFeeds = {
  feeds: {
    /** Starts the runs that are requested or due. */
    keeper: { wake(): void };
    /** Copies the photos of feeds in this process; idle until it is started. */
    photos: PhotoKeeper;
  };
};

export function feedServices(): UsesFeeds {
  return { feeds: { keeper: { wake() {} }, photos: new PhotoKeeper() } };
}
