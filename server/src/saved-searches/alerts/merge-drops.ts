import type { Db } from "../../platform/database/database.ts";
import type { AlertChannel } from "../saved-searches.schemas.ts";
import { type MergedDrop, mergeDrops, type PendingDrop, pendingDrops } from "./pending-drops.sql.ts";
import type { ClientEvent } from "./wishes.ts";

/**
 * A price that drops again before its first drop is told is told with it, by each channel where the first one waits. A channel that has
 * told the first one tells the further one apart. @returns what is left to be told.
 */
export async function withoutMergedDrops(db: Db, events: readonly ClientEvent[]): Promise<ClientEvent[]> {
  const drops = events.filter(({ fromPrice }) => fromPrice !== null);
  if (drops.length === 0) return [...events];
  const pending = await pendingDrops(
    db,
    drops.map(({ listingId }) => listingId),
  );
  const waiting = Map.groupBy(pending, (row) => `${row.client_id} ${row.listing_id}`);
  const merged: MergedDrop[] = [];
  const left = events.flatMap((event) => {
    const known = event.fromPrice === null ? [] : waiting.get(`${event.clientId} ${event.listingId}`);
    const joined = (known ?? []).filter((row) => channelsOf(event).some((channel) => row[channel]));
    if (joined.length === 0) return event;
    const { searchIds, ofFavorite } = event;
    merged.push(...joined.map(({ id }) => ({ id, searchIds, ofFavorite })));
    return withoutDrop(event, joined);
  });
  await mergeDrops(db, merged);
  return left;
}

/** The event without the drop, and the drop for the channels that it does not wait in. */
function withoutDrop(event: ClientEvent, joined: readonly PendingDrop[]): ClientEvent[] {
  const kinds = event.kinds.filter((kind) => kind !== "price_drop");
  const rest: ClientEvent = {
    ...event,
    kinds,
    fromPrice: null,
    ...(kinds.length === 0 && { soonest: {} }),
  };
  const apart = channelsOf(event).filter((channel) => !joined.some((row) => row[channel]));
  if (apart.length === 0) return [rest];
  const drop: ClientEvent = {
    ...event,
    kinds: ["price_drop"],
    newFor: [],
    part: "drop_of_one_channel",
    soonest: Object.fromEntries(apart.map((channel) => [channel, event.soonest[channel]])),
  };
  return [rest, drop];
}

function channelsOf({ soonest }: ClientEvent): AlertChannel[] {
  return Object.keys(soonest) as AlertChannel[];
}
