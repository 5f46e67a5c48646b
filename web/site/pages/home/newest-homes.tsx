import type { ListingSummary } from "../../../shared/listing.ts";
import { ListingGrid } from "../../components/listing-grid.tsx";
import { homeTexts } from "../../texts/home.ts";

/** The homes that came on the market last. */
export function NewestHomes({ listings }: { listings: readonly ListingSummary[] }) {
  return (
    <section class="wide section" aria-labelledby="newest-title">
      <div class="section-head">
        <h2 id="newest-title">{homeTexts.newest}</h2>
        <a href="/homes">{homeTexts.allHomes}</a>
      </div>
      <ListingGrid listings={listings} />
    </section>
  );
}
