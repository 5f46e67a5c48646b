import { type Listing, placeText, townPath } from "../../../shared/listing.ts";
import type { Crumb } from "../../components/breadcrumbs.tsx";
import { frameTexts } from "../../texts/frame.ts";
import { homesTexts } from "../../texts/homes.ts";
import { listingTexts } from "../../texts/listing.ts";

/** From the start page through the home's town. @param href of the home, where it is not the page itself. */
export function crumbsOf(listing: Listing, href?: string): Crumb[] {
  const { city, state } = listing;
  const label = listing.address ?? (placeText(listing) || listingTexts.hiddenAddress);
  return [
    { label: frameTexts.home, href: "/" },
    { label: homesTexts.homes, href: "/homes" },
    ...(city && state ? [{ label: `${city}, ${state}`, href: townPath(state, city) }] : []),
    { label, ...(href && { href }) },
  ];
}
