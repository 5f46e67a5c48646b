import { ChangeCursor } from "../../change-cursors/index.ts";
import {
  type AnnouncedListing,
  announcedListings,
  missedDeletions,
  newestListingRevision,
} from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { addDeliveries, type Telling } from "./add-deliveries.sql.ts";
import { NOTHING, type Page, pageFor } from "./page.ts";
import { receivers } from "./receivers.ts";

const EVENT = "listing.updated";
const LISTINGS_A_PAGE = 300;
/** Follows the listings' change log. */
const listingsCursor = new ChangeCursor("webhook listings");

/**
 * Tells the next changes of listings, from where the change log was last read; several of one listing are told as one. While
 * nobody listens it goes along with the present, so that whoever subscribes is told of what comes, and not of what was.
 */
export async function announceListings(ctx: Context): Promise<Page> {
  const { db } = ctx;
  const { revision, comparedThrough, caughtUpAt } = await listingsCursor.lock(db);
  const told = await receivers(db);
  if (!told.subscribe(EVENT)) {
    const newest = await newestListingRevision(db);
    if (newest > revision) await listingsCursor.advance(db, { from: revision, to: newest, atEnd: true });
    return NOTHING;
  }

  const missed = await missedDeletions(db, { revision, comparedThrough });
  if (missed !== null) {
    // Nothing was made of listings here that would have to be taken back: rows that are gone are told to nobody, and all others are.
    await listingsCursor.settleDeletions(db, missed);
    ctx.log.info({ revision, missed }, "listing changes are told late: deletions had been pruned unread");
  }
  const limit = Math.min(LISTINGS_A_PAGE, pageFor(told));
  const changes = await announcedListings(db, { revision, since: caughtUpAt, limit });
  const last = changes.at(-1);
  if (!last) return NOTHING;
  const tellings = changes
    .filter(({ change }) => change !== null)
    .map((listing) => ({
      ...telling(listing),
      endpoints: told.of({ event: EVENT, brokerage_id: null, source_id: listing.source_id }),
    }));
  await addDeliveries(ctx, tellings);
  await listingsCursor.advance(db, { from: revision, to: last.revision, atEnd: changes.length < limit });
  return { read: changes.length, endpoints: new Set(tellings.flatMap(({ endpoints }) => endpoints)) };
}

function telling(listing: AnnouncedListing): Omit<Telling, "endpoints"> {
  const { listing_id, source, change, status, list_price, address, city, state, updated_at } = listing;
  return {
    event: EVENT,
    subject: `listing:${listing_id}`,
    data: { property_id: listing_id, source, change, status, list_price, address, city, state, updated_at },
    occurredAt: updated_at,
    rank: 1,
  };
}
