import type { Platform } from "../platform/context.ts";
import { ListingCards } from "./cards/listing-cards.ts";
import { IndexSnapshots } from "./index-snapshot/index-snapshots.ts";
import { IndexKeeper } from "./search-index/index-keeper.ts";
import { SearchReplies } from "./search-replies.ts";

/** The services of the listings slice. */
export type UsesListings = {
  listings: {
    /** This process's copy of all active listings, for filters, counts and places. */
    index: IndexKeeper;
    cards: ListingCards;
    replies: SearchReplies;
  };
};

/** The index is empty until it is started. */
export function listingServices({ db, log, config }: Platform): UsesListings {
  return {
    listings: {
      index: new IndexKeeper(db, log, new IndexSnapshots({ db, log, dataDir: config.dataDir })),
      cards: new ListingCards(config.publicApiUrl),
      replies: new SearchReplies(),
    },
  };
}
