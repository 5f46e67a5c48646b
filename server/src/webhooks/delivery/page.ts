import type { Receivers } from "./receivers.ts";

/** Events taken at a time; fewer when each is for many, so that a transaction stays short. */
const MAX_EVENTS_PER_PAGE = 500;
const MAX_DELIVERIES_PER_PAGE = 5000;

/** What a page came to: how much of what had happened was gone through, and which endpoints have something to be told now. */
export type Page = { read: number; endpoints: ReadonlySet<number> };

/** The pages of one look; `listings` is how much of `read` was of listings. */
export type MadeDeliveries = Page & { listings: number };

export const NOTHING: Page = { read: 0, endpoints: new Set() };

/** How much is taken at a time. */
export function pageSize({ size }: Receivers): number {
  return Math.max(1, Math.min(MAX_EVENTS_PER_PAGE, Math.floor(MAX_DELIVERIES_PER_PAGE / Math.max(1, size))));
}
