import type { components } from "../../client/src/api.generated.ts";

export type Listing = components["schemas"]["Listing"];

/** A picture from our own storage (W13): addresses without a host, with its size. */
export type Image = components["schemas"]["Image"];

/** A listing in a list. */
export type ListingSummary = components["schemas"]["ListingCard"];

type Address = Pick<Listing, "address" | "city" | "state" | "zip">;

/** What the address of a home's page is made of. */
export type ListingPlace = Pick<Listing, "listing_id"> & Address;

/** `/homes/A-1/101-oakmont-st-boise-id-83702`: address, city, state, zip; without the street when it is hidden (W6). */
export function listingPath(listing: ListingPlace): string {
  const slug = listingSlug(listing);
  return `${homePath(listing)}${slug && `/${encodeURIComponent(slug)}`}`;
}

/** `/homes/A-1`, below which a home's form and card are. */
export function homePath({ listing_id: id }: Pick<Listing, "listing_id">): string {
  return `/homes/${encodeURIComponent(id)}`;
}

export function listingSlug({ address, city, state, zip }: Address): string {
  return slugOf([address, city, state, zip].filter(Boolean).join(" "));
}

/** `/homes/id/boise` */
export function townPath(state: string, city: string): string {
  return `/homes/${state.toLowerCase()}/${slugOf(city)}`;
}

/** Longer slugs are cut. */
const MAX_SLUG = 200;

/** Lower case letters and digits, joined by hyphens: the same as server/src/listings/slug.ts. */
export function slugOf(text: string): string {
  const slug = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  if (slug.length <= MAX_SLUG) return slug;
  return [...slug].slice(0, MAX_SLUG).join("").replace(/-$/, "");
}

/** `101 Oakmont St, Boise, ID 83702`; without the street where it is hidden. */
export function addressText(listing: Address): string {
  return [listing.address, placeText(listing)].filter(Boolean).join(", ");
}

/** `Boise, ID 83702` */
export function placeText({ city, state, zip }: Address): string {
  return [city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}
