import { ListingCard } from "../../components/listing-card.tsx";
import { useVisit } from "../../frame/visit-context.ts";
import { homesTexts } from "../../texts/homes.ts";
import type { SimilarHome } from "./listing-context.ts";

/** Homes like this one, each with what both have in common. */
export function SimilarHomes({ homes }: { homes: readonly SimilarHome[] }) {
  const { site } = useVisit();
  return (
    <section class="wide section" aria-labelledby="similar-title">
      <h2 id="similar-title">{homesTexts.similarTitle}</h2>
      <ul class="card-grid">
        {homes.map((home) => (
          <li key={home.listing_id} class="similar-home">
            <ListingCard listing={home} hasHeart={site.feature_favorites} />
            {home.reasons.length > 0 && (
              <p class="reasons">{homesTexts.inCommon(home.reasons.slice(0, 3).join(", "))}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
