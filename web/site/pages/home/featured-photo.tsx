import { addressText, type ListingSummary, listingPath } from "../../../shared/listing.ts";
import { Picture } from "../../components/picture.tsx";
import { Price } from "../../components/price.tsx";
import { homeTexts } from "../../texts/home.ts";
import { listingTexts } from "../../texts/listing.ts";

const SIZES = "(min-width: 1200px) 470px, (min-width: 864px) 40vw, 92vw";

/** The photo at the top of the start page: a new home, with its price, its address and who lists it. */
export function FeaturedPhoto({ listing }: { listing: ListingSummary }) {
  const { attribution } = listing;
  return (
    <figure class="hero-photo">
      <Picture image={listing.images[0] ?? null} sizes={SIZES} eager />
      <figcaption>
        <a href={listingPath(listing)}>
          <bdi>{addressText(listing) || homeTexts.newest}</bdi>
        </a>
        <Price amount={listing.list_price} />
        {attribution?.list_office && (
          <bdi class="attribution">{listingTexts.listedBy(attribution.list_office)}</bdi>
        )}
      </figcaption>
    </figure>
  );
}
