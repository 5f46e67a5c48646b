import type { Listing, ListingSummary } from "../../../shared/listing.ts";
import { dataOf, dataOrNull } from "../../frame/api.ts";
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

/** The listing of a form, by the id in its address; null when it is not shown. */
export async function listingOfForm({ api, params }: Visit): Promise<Listing | null> {
  const path = { listing_id: params.listing_id ?? "" };
  const answer = await api.GET("/api/properties/{listing_id}", { params: { path } });
  return answer.response.status === 404 ? null : dataOf(answer);
}
