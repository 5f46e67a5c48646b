import { trimTrailing } from "../platform/trim-trailing.ts";

/**
 * Where the QR code leads: the listing's page on the brokerage's website, or without one its address here (which names
 * the brokerage, as PUBLIC_API_URL may be nobody's domain).
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
