import { ChangeCursor } from "../../change-cursors/index.ts";
import {
  type AnnouncedListing,
  announcedListings,
  missedDeletions,
  newestListingRevision,
} from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { addDeliveries, type EventForEndpoints } from "./add-deliveries.sql.ts";
import { NOTHING, type Page, pageSize, readReceivers } from "./receivers.ts";

const EVENT = "listing.updated";
const MAX_LISTINGS_PER_PAGE = 300;
/** Follows the listings' change log. */
const listingsCursor = new ChangeCursor("webhook listings");

/**
 * Creates deliveries for the next listing changes after the cursor; several changes of one listing become one event.
 * Without a subscriber the cursor advances to the newest change, so that a new subscriber gets only later changes.
 */
export async function announceListings(ctx: Context): Promise<Page> {
  const { db } = ctx;
  const { revision, comparedThrough, caughtUpAt } = await listingsCursor.lock(db);
  const receivers = await readReceivers(db);
  if (!receivers.hasSubscriber(EVENT)) {
    const newest = await newestListingRevision(db);
    if (newest > revision) await listingsCursor.advance(db, { from: revision, to: newest, atEnd: true });
    return NOTHING;
  }

  const missed = await missedDeletions(db, { revision, comparedThrough });
  if (missed !== null) {
    // Pruned deletions need no correction here: the listings are gone, and all others are delivered.
    await listingsCursor.settleDeletions(db, missed);
    ctx.log.info({ revision, missed }, "listing changes delivered late, deletions were pruned unread");
  }
  const limit = Math.min(MAX_LISTINGS_PER_PAGE, pageSize(receivers));
  const changes = await announcedListings(db, { revision, since: caughtUpAt, limit });
  const last = changes.at(-1);
  if (!last) return NOTHING;
  const deliveries = changes
    .filter(({ change }) => change !== null)
    .map((listing) => ({
      ...listingEvent(listing),
      endpoints: receivers.endpointsFor({ event: EVENT, brokerage_id: null, source_id: listing.source_id }),
    }));
  await addDeliveries(db, deliveries, ctx.clock.now());
  await listingsCursor.advance(db, { from: revision, to: last.revision, atEnd: changes.length < limit });
  return { read: changes.length, endpoints: new Set(deliveries.flatMap(({ endpoints }) => endpoints)) };
}

function listingEvent(listing: AnnouncedListing): Omit<EventForEndpoints, "endpoints"> {
  const { listing_id, source, change, status, list_price, address, city, state, updated_at } = listing;
  return {
    event: EVENT,
    subject: `listing:${listing_id}`,
    data: { property_id: listing_id, source, change, status, list_price, address, city, state, updated_at },
    occurredAt: updated_at,
    rank: 1,
  };
}
