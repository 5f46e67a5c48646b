import type { UsesBrokerages } from "../brokerages/index.ts";
import type { UsesListings } from "../listings/index.ts";
import type { UsesPhotos } from "../photos/index.ts";
import type { Platform } from "../platform/context.ts";
import { FairQueue } from "../platform/fair-queue.ts";
import { PhotoHosts } from "./enrichment/photo-hosts.ts";
import { ImageVectors } from "./vectors/image-vectors.ts";

/** The services of the images slice. */
type Services = {
  images: {
    /** This process's copy of the photos' vectors. */
    vectors: ImageVectors;
    /**
     * Queue for embedding the pictures that callers name. Separate from the queue of searches, because a model server may
     * take half a minute for each.
     */
    queryPictures: FairQueue;
    /** The hosts of photos, and which of them do not answer. */
    hosts: PhotoHosts;
  };
};

/** What operations of this slice use. */
export type UsesImages = Services & UsesBrokerages & UsesListings & UsesPhotos;

export function imageServices({ db, log, clock, config: { dataDir } }: Platform): Services {
  const shownPictures = new FairQueue({
    slots: 8,
    slotsPerCaller: 2,
    waiting: 60,
    waitingPerCaller: 6,
    retryAfterSeconds: 5,
    busy: "Search service unavailable: too many pictures are waiting",
  });
  return {
    images: {
      vectors: new ImageVectors({ db, log, dataDir }),
      queryPictures: shownPictures,
      hosts: new PhotoHosts({ clock, log }),
    },
  };
}
