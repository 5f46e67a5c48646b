import type { Listing, ListingSummary } from "../../../shared/listing.ts";
import { dataOrNull } from "../../frame/api.ts";
import { type Ended, notFound, redirectToOwn } from "../../frame/ended.ts";
import type { Visit } from "../../frame/visit.ts";

/** What stands at the address of a listing: the listing, the homes near one that is gone, or null for everything else (W8). */
type Found = { listing: Listing } | { nearest: ListingSummary[] } | null;

/** Finds a listing by the id in its address, in any case (W6). */
export async function findListing(visit: Visit): Promise<Found> {
  const { listing_id: id = "" } = visit.params;
  for (const listing_id of new Set([id, id.toUpperCase(), id.toLowerCase()])) {
    const listing = dataOrNull(
      await visit.api.GET("/api/properties/{listing_id}", { params: { path: { listing_id } } }),
    );
    if (listing) return { listing };
  }
  const gone = dataOrNull(
    await visit.api.GET("/api/properties/{listing_id}/gone", {
      params: { path: { listing_id: id }, query: { limit: 8 } },
    }),
  );
  return gone && { nearest: gone.nearest };
}

/**
 * The listing of a page that no gone one has, such as that of a form.
 *
 * @param pathOf the page's own path, to which others are sent on.
 */
export async function shownListing(
  visit: Visit,
  pathOf: (listing: Listing) => string,
): Promise<Listing | Ended> {
  const found = await findListing(visit);
  if (!found || "nearest" in found) return notFound();
  const path = pathOf(found.listing);
  return visit.url.pathname === path ? found.listing : redirectToOwn(visit, path);
}
