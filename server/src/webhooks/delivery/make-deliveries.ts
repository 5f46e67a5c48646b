import { ChangeCursor } from "../../change-cursors/index.ts";
import { hasEvents, takeEvents } from "../../event-outbox/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { addDeliveries, type EventForEndpoints } from "./add-deliveries.sql.ts";
import { announceListings } from "./announce-listings.ts";
import { type MadeDeliveries, NOTHING, type Page, pageSize, readReceivers } from "./receivers.ts";

/**
 * Creates deliveries for the next outbox events and the next listing changes, one page of each, so that an import of
 * 100,000 listings blocks nothing else. Each page is a short transaction under a row lock: one process at a time,
 * which keeps the order.
 *
 * @param of.listings whether to check listing changes too, which are not in the outbox.
 */
export async function makeDeliveries(ctx: Context, of = { listings: true }): Promise<MadeDeliveries> {
  const isPending = await hasEvents(ctx.db, ctx.clock.now());
  const announced = isPending ? await inTransaction(ctx, deliverOutboxEvents) : NOTHING;
  const listings = of.listings ? await inTransaction(ctx, announceListings) : NOTHING;
  return {
    read: announced.read + listings.read,
    listings: listings.read,
    endpoints: announced.endpoints.union(listings.endpoints),
  };
}

/** Its lock makes one process at a time take events, which keeps their order. */
const eventsCursor = new ChangeCursor("webhook events");

async function deliverOutboxEvents(ctx: Context): Promise<Page> {
  await eventsCursor.lock(ctx.db);
  const receivers = await readReceivers(ctx.db);
  const events = await takeEvents(ctx.db, pageSize(receivers), ctx.clock.now());
  const deliveries = events.map(
    (event): EventForEndpoints => ({
      event: event.event,
      subject: event.subject,
      data: event.data,
      occurredAt: event.occurred_at,
      rank: 0,
      endpoints: receivers.endpointsFor(event),
    }),
  );
  await addDeliveries(ctx.db, deliveries, ctx.clock.now());
  return { read: events.length, endpoints: new Set(deliveries.flatMap(({ endpoints }) => endpoints)) };
}
