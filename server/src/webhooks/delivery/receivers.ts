import { visibleSourceIds } from "../../brokerages/index.ts";
import type { EventName } from "../../event-outbox/index.ts";
import type { Db } from "../../platform/database/database.ts";

type Receiver = { id: number; brokerage_id: number | null; events: ReadonlySet<string> };

/** The fields of an event that decide which endpoints may get it; see `Announcement`. */
export type EventScope = { event: EventName; brokerage_id: number | null; source_id: number | null };

/**
 * Reads the active endpoints: platform-wide ones and those of enabled brokerages. They cannot be deleted before the
 * transaction ends.
 */
export async function readReceivers(db: Db): Promise<Receivers> {
  const rows = await db
    .selectFrom("webhook_endpoints")
    .select(["id", "brokerage_id", "events"])
    .where("status", "=", "active")
    .orderBy("id")
    .forKeyShare()
    .execute();
  const ofBrokerages = rows.flatMap(({ brokerage_id }) => brokerage_id ?? []);
  const sees = await visibleSourceIds(db, ofBrokerages);
  const open = rows.filter(({ brokerage_id }) => brokerage_id === null || sees.has(brokerage_id));
  return new Receivers(
    open.map(({ events, ...row }) => ({ ...row, events: new Set(events) })),
    sees,
  );
}

export class Receivers {
  readonly #all: Receiver[];
  readonly #sees: ReadonlyMap<number, ReadonlySet<number> | null>;

  constructor(all: Receiver[], sees: ReadonlyMap<number, ReadonlySet<number> | null>) {
    this.#all = all;
    this.#sees = sees;
  }

  get size(): number {
    return this.#all.length;
  }

  hasSubscriber(event: EventName): boolean {
    return this.#all.some(({ events }) => events.has(event));
  }

  /** Endpoints that subscribe to the event and may see it. */
  endpointsFor(event: EventScope): number[] {
    return this.#all
      .filter((receiver) => receiver.events.has(event.event) && this.#maySee(receiver, event))
      .map(({ id }) => id);
  }

  #maySee(receiver: Receiver, { brokerage_id, source_id }: EventScope): boolean {
    if (receiver.brokerage_id === null) return true;
    if (brokerage_id !== null) return receiver.brokerage_id === brokerage_id;
    if (source_id === null) return true;
    const sources = this.#sees.get(receiver.brokerage_id);
    return sources === null || sources?.has(source_id) === true;
  }
}

/** Events per page; fewer when each has many receivers, so that the transaction stays short. */
const MAX_EVENTS_PER_PAGE = 500;
const MAX_DELIVERIES_PER_PAGE = 5000;

/** Result of a page: how many events were read, and which endpoints have new deliveries. */
export type Page = { read: number; endpoints: ReadonlySet<number> };

/** Result of all pages; `listings` is how many of `read` were listing changes. */
export type MadeDeliveries = Page & { listings: number };

export const NOTHING: Page = { read: 0, endpoints: new Set() };

/** How many events the next page may have. */
export function pageSize({ size }: Receivers): number {
  return Math.max(1, Math.min(MAX_EVENTS_PER_PAGE, Math.floor(MAX_DELIVERIES_PER_PAGE / Math.max(1, size))));
}
