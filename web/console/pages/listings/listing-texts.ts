import { placeText } from "../../../shared/listing.ts";
import { count, decimal, money } from "../../../shared/numbers.ts";
import type { Schema } from "../../app/api.ts";
import type { Tone } from "../../components/badge.tsx";

type Card = Schema<"ListingCard"> | Schema<"Listing">;

export const statusTones: Record<Card["status"], Tone> = {
  Active: "good",
  "Coming Soon": "note",
  "Active Under Contract": "warn",
  Pending: "warn",
  Sold: "plain",
};

/** Its address, or its id where that is not known or hidden. */
export function listingTitle({ address, listing_id }: Pick<Card, "address" | "listing_id">): string {
  return address ?? `Listing ${listing_id}`;
}

/** `Boise, ID 83702 · 3 bd · 2.5 ba · 1,853 sqft` */
export function listingDetail(card: Card): string {
  const { beds, baths, sqft } = card;
  return [
    placeText(card),
    beds !== null && `${decimal(beds)} bd`,
    baths !== null && `${decimal(baths)} ba`,
    sqft !== null && `${count(sqft)} sqft`,
  ]
    .filter(Boolean)
    .join(" · ");
}

export function priceText(price: number | null): string {
  return price === null ? "No price" : money(price);
}
