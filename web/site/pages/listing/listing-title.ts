import { addressText, type Listing } from "../../../shared/listing.ts";
import { listingTexts } from "../../texts/listing.ts";

/** `101 Oakmont St, Boise, ID 83702`; without the street where it is hidden. */
export function titleOf(listing: Listing): string {
  return addressText(listing) || listingTexts.hiddenAddress;
}
