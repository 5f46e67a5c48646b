import type { Receivers } from "./receivers.ts";

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
