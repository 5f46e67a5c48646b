import { homePath, type Listing } from "../../../shared/listing.ts";

/** A first segment of two letters is a state; every other one is a listing (W6). */
export const LISTING = "/homes/:listing_id(^(?![A-Za-z]{2}$).+$)";

/** The page's own path. Behind a state, the second segment is a town: the router tries that pattern first. */
export const LISTING_WITH_SLUG = "/homes/:listing_id/:slug";

/** Where a home's tours are requested (W15). */
export function tourPath(listing: Pick<Listing, "listing_id">): string {
  return `${homePath(listing)}/tour`;
}
