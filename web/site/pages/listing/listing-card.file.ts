import { homePath, type Listing, placeText } from "../../../shared/listing.ts";
import { money } from "../../../shared/numbers.ts";
import { isEnded } from "../../frame/ended.ts";
import { defineFile } from "../../frame/file.ts";
import { listingTexts } from "../../texts/listing.ts";
import { shownListing } from "./find-listing.ts";
import { LISTING } from "./listing-path.ts";

/** `/homes/{listing_id}/card.png`: what other websites show beside a link to a home (Open Graph, 1200×630). */
export const listingCardFile = defineFile({
  path: `${LISTING}/card.png`,
  async load(visit) {
    const listing = await shownListing(visit, (own) => `${homePath(own)}/card.png`);
    if (isEnded(listing)) return listing;
    const { site, drawCard, readPhoto } = visit;
    const [image] = listing.images;
    const body = await drawCard({
      title: listing.address ?? (placeText(listing) || listingTexts.hiddenAddress),
      subtitle: subtitleOf(listing),
      name: site.name,
      color: site.primary_color,
      photo: image ? await readPhoto(image.src) : null,
    });
    return { type: "image/png", body };
  },
});

function subtitleOf(listing: Listing): string {
  const { list_price: price, status, address } = listing;
  const amount = price === null ? listingTexts.noPrice : money(price);
  return [
    status === "Active" ? amount : `${amount}, ${listingTexts.status[status]}`,
    address && placeText(listing),
  ]
    .filter(Boolean)
    .join(" · ");
}
