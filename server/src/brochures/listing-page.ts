import { trimTrailing } from "../platform/trim-trailing.ts";

/**
 * The URL in the QR code: the listing's page on the brokerage's website. Without a website, the listing's URL in this
 * API with the brokerage's id, because PUBLIC_API_URL may not be a domain of any brokerage.
 */
export function listingPage(
  listingId: string,
  brokerage: { id: number; website: string | null },
  publicApiUrl: string,
): string {
  const id = encodeURIComponent(listingId);
  if (brokerage.website === null) {
    return `${publicApiUrl}/api/properties/${id}?brokerage_id=${brokerage.id}`;
  }
  return `${trimTrailing("/?#", brokerage.website)}/properties/${id}`;
}
