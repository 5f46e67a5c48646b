import { type ListingSummary, listingPath, placeText } from "../../shared/listing.ts";
import { listingTexts } from "../texts/listing.ts";
import { Facts } from "./facts.tsx";
import { Heart } from "./heart.tsx";
import { Picture } from "./picture.tsx";
import { Price } from "./price.tsx";

type CardProps = {
  listing: ListingSummary;
  /** Whether the page has hearts: `site.feature_favorites`. */
  hasHeart: boolean;
  /** On the person's own page: the heart is filled without script. */
  saved?: boolean;
  /** The first cards of a page are loaded at once, the others when they come near. */
  eager?: boolean;
  /** Widths of the photo for the browser's choice from `srcset`. */
  sizes?: string;
  /** Level of the heading: the card stands below the page's or a section's. */
  heading?: "h2" | "h3";
};

const FOUR_IN_A_ROW = "(min-width: 1200px) 270px, (min-width: 640px) 45vw, 92vw";

/** A home in a list. The whole card is a link by its address; the heart is a button of its own. */
export function ListingCard({
  listing,
  hasHeart,
  saved,
  eager,
  sizes = FOUR_IN_A_ROW,
  heading: Heading = "h3",
}: CardProps) {
  const street = listing.address ?? listingTexts.hiddenAddress;
  const place = placeText(listing);
  const { attribution } = listing;
  return (
    <article class="card listing-card" data-listing={listing.listing_id}>
      <div class="card-photo">
        <Picture image={listing.images[0] ?? null} sizes={sizes} eager={eager} />
        {listing.status !== "Active" && <span class="badge">{listingTexts.status[listing.status]}</span>}
      </div>
      <div class="card-body">
        <Price amount={listing.list_price} class="card-price" />
        <Facts listing={listing} />
        <Heading class="card-address">
          <a class="card-link" href={listingPath(listing)}>
            <bdi>{street}</bdi>
            {place && (
              <>
                {", "}
                <bdi>{place}</bdi>
              </>
            )}
          </a>
        </Heading>
        {attribution && (
          <p class="attribution">
            {attribution.list_office && (
              <>
                <bdi>{listingTexts.listedBy(attribution.list_office)}</bdi>
                {" · "}
              </>
            )}
            <bdi>{listingTexts.source(attribution.source_name)}</bdi>
          </p>
        )}
      </div>
      {hasHeart && <Heart listingId={listing.listing_id} name={listing.address ?? place} saved={saved} />}
    </article>
  );
}
