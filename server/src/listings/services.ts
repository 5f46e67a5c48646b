import type { PhotoStore } from "../photos/index.ts";
import type { Platform, TenantContext } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { FairQueue } from "../platform/fair-queue.ts";
import type { EncodedFile } from "../platform/http/encoded-file.ts";
import type { EncodedJson } from "../platform/http/json-body.ts";
import { ListingCards } from "./cards/listing-cards.ts";
import { IndexSnapshots } from "./index-snapshot/index-snapshots.ts";
import { KeywordSearch } from "./keywords/keyword-search.ts";
import { MarketFacts } from "./market/market-facts.ts";
import { photosForPages, type WantPhotos } from "./page-images/want-photos.ts";
import { SourceStates } from "./rules/source-states.ts";
import { IndexKeeper } from "./search-index/index-keeper.ts";
import { SearchReplies } from "./search-replies.ts";

/** A listing that was opened by a link with a `ref`, such as that of an alert. */
export type OpenedLink = { ref: string; listingId: number };

/** What other slices do when something happens to listings. */
type Handlers = { onLinkOpened: (ctx: TenantContext, link: OpenedLink) => Promise<void> };

/** What other slices know. */
type Known = {
  /** Since when a brokerage shows the listings of a source; null when it does not. */
  shownSince: (db: Db, of: { brokerageId: number; sourceId: number }) => Promise<Date | null>;
};

type Uses = Handlers & Known & { photos: PhotoStore };

/** The services of the listings slice. */
export type UsesListings = {
  listings: {
    /** This process's copy of all public listings, for filters, counts and places. */
    index: IndexKeeper;
    cards: ListingCards;
    /** This process's copy of the sources' rules. */
    sources: SourceStates;
    keywords: KeywordSearch;
    replies: SearchReplies<EncodedJson>;
    /** Of maps. */
    tiles: SearchReplies<EncodedFile>;
    /** This process's copy of what statistics count. */
    market: MarketFacts;
    /** Has photos fetched that pages of a listing need. */
    wantPhotos: WantPhotos;
    /** Called after a link's listing was found. */
    onLinkOpened: Handlers["onLinkOpened"];
    shownSince: Known["shownSince"];
    /** Of the market: each costs processor time for each of its listings. */
    statistics: { replies: SearchReplies<EncodedJson>; queue: FairQueue };
  };
};

/** Statistics of the market: one is counted at a time. */
const STATISTICS = {
  slots: 1,
  slotsPerCaller: 1,
  waiting: 100,
  waitingPerCaller: 10,
  retryAfterSeconds: 5,
  busy: "Too many statistics are being counted at the moment",
};

/** The index is empty until it is started. */
export function listingServices(
  { db, log, config, jobs, oldReads }: Platform,
  { onLinkOpened, shownSince, photos }: Uses,
): UsesListings {
  const sources = new SourceStates(db);
  const snapshots = new IndexSnapshots({ db, log, dataDir: config.dataDir });
  const index = new IndexKeeper(db, log, snapshots, sources, oldReads);
  const wanted = photosForPages({ db, photos, log });
  return {
    listings: {
      index,
      cards: new ListingCards(config.publicApiUrl, sources, wanted),
      sources,
      wantPhotos: wanted,
      keywords: new KeywordSearch(db, { sources, index, jobs }),
      replies: new SearchReplies(),
      tiles: new SearchReplies(),
      market: new MarketFacts(db),
      onLinkOpened,
      shownSince,
      statistics: { replies: new SearchReplies(), queue: new FairQueue(STATISTICS) },
    },
  };
}
