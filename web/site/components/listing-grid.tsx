import type { ListingSummary } from "../../shared/listing.ts";
import { useVisit } from "../frame/visit-context.ts";
import { ListingCard } from "./listing-card.tsx";

type ListingGridProps = {
  listings: readonly ListingSummary[];
  /** The number of cards whose photos are loaded at once: those of the first screen. */
  eager?: number;
  sizes?: string;
  heading?: "h2" | "h3";
};

/** Cards of homes, at most four in a row. */
export function ListingGrid({ listings, eager = 0, sizes, heading }: ListingGridProps) {
  const { site } = useVisit();
  return (
    <ul class="card-grid">
      {listings.map((listing, index) => (
        <li key={listing.listing_id}>
          <ListingCard
            listing={listing}
            hasHeart={site.feature_favorites}
            eager={index < eager}
            {...(sizes && { sizes })}
            {...(heading && { heading })}
          />
        </li>
      ))}
    </ul>
  );
}
