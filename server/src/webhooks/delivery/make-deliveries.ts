import { ChangeCursor } from "../../change-cursors/index.ts";
import { isAnythingAnnounced, takeAnnounced } from "../../event-outbox/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { addDeliveries, type Telling } from "./add-deliveries.sql.ts";
import { announceListings } from "./announce-listings.ts";
import { type Made, NOTHING, type Page, pageFor } from "./page.ts";
import { receivers } from "./receivers.ts";

/**
 * Makes deliveries of the next of what has happened, and of the next of what has changed of the listings: a page of each, so
 * that an import of 100,000 listings holds up nothing else. Each page is a short transaction under a row lock: one process at
 * a time, so that the order stays.
 *
 * @param of.listings whether to look for changes of listings, too: nothing announces them.
 */
export async function makeDeliveries(ctx: Context, of = { listings: true }): Promise<Made> {
  const isNews = await isAnythingAnnounced(ctx.db);
  const announced = isNews ? await inTransaction(ctx, tellAnnounced) : NOTHING;
  const listings = of.listings ? await inTransaction(ctx, announceListings) : NOTHING;
  return {
    read: announced.read + listings.read,
    listings: listings.read,
    endpoints: announced.endpoints.union(listings.endpoints),
  };
}

/** Its lock makes one process at a time take events, so that their order stays. */
const eventsCursor = new ChangeCursor("webhook events");

async function tellAnnounced(ctx: Context): Promise<Page> {
  await eventsCursor.lock(ctx.db);
  const told = await receivers(ctx.db);
  const events = await takeAnnounced(ctx.db, pageFor(told));
  const tellings = events.map(
    (event): Telling => ({
      event: event.event,
      subject: event.subject,
      data: event.data,
      occurredAt: event.occurred_at,
      rank: 0,
      endpoints: told.of(event),
    }),
  );
  await addDeliveries(ctx, tellings);
  return { read: events.length, endpoints: new Set(tellings.flatMap(({ endpoints }) => endpoints)) };
}
