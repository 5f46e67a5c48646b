import {
  listingsToldAfter,
  missedDeletions,
  newestListingRevision,
  type ToldListing,
} from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { addDeliveries, type Telling } from "./add-deliveries.sql.ts";
import { NOTHING, type Page, pageFor } from "./page.ts";
import { lockReader, moveOn, noteMissed } from "./readers.sql.ts";
import { receivers } from "./receivers.ts";

const EVENT = "listing.updated";
const LISTINGS_A_PAGE = 300;

/**
 * Tells the next changes of listings, from where the change log was last read; several of one listing are told as one. While
 * nobody listens it goes along with the present, so that whoever subscribes is told of what comes, and not of what was.
 */
export async function tellListings(ctx: Context): Promise<Page> {
  const { db } = ctx;
  const { revision, compared_through, read_at } = await lockReader(db, "listings");
  const told = await receivers(db);
  if (!told.subscribe(EVENT)) {
    const newest = await newestListingRevision(db);
    if (newest > revision) await moveOn(db, "listings", { revision: newest, atEnd: true });
    return NOTHING;
  }

  const missed = await missedDeletions(db, { revision, comparedThrough: compared_through });
  if (missed !== null) {
    // Nothing was made of listings here that would have to be taken back: rows that are gone are told to nobody, and all others are.
    await noteMissed(db, "listings", missed);
    ctx.log.info({ revision, missed }, "listing changes are told late: deletions had been pruned unread");
  }
  const limit = Math.min(LISTINGS_A_PAGE, pageFor(told));
  const changes = await listingsToldAfter(db, { revision, since: read_at, limit });
  const last = changes.at(-1);
  if (!last) return NOTHING;
  const tellings = changes
    .filter(({ change }) => change !== null)
    .map((listing) => ({
      ...telling(listing),
      endpoints: told.of({ event: EVENT, brokerage_id: null, source_id: listing.source_id }),
    }));
  await addDeliveries(ctx, tellings);
  await moveOn(db, "listings", { revision: last.revision, atEnd: changes.length < limit });
  return { read: changes.length, endpoints: new Set(tellings.flatMap(({ endpoints }) => endpoints)) };
}

function telling(listing: ToldListing): Omit<Telling, "endpoints"> {
  const { listing_id, source, change, status, list_price, address, city, state, updated_at } = listing;
  return {
    event: EVENT,
    subject: `listing:${listing_id}`,
    data: { property_id: listing_id, source, change, status, list_price, address, city, state, updated_at },
    occurredAt: updated_at,
    rank: 1,
  };
}
