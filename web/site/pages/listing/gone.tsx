import type { ListingSummary } from "../../../shared/listing.ts";
import { ListingGrid } from "../../components/listing-grid.tsx";
import { frameTexts } from "../../texts/frame.ts";
import { homesTexts } from "../../texts/homes.ts";

/** In place of a home that was shown here and is gone: homes near it, and nothing of itself (W8). */
export function Gone({ nearest }: { nearest: readonly ListingSummary[] }) {
  return (
    <div class="wide section gone">
      <h1>{homesTexts.goneTitle}</h1>
      <p>{nearest.length > 0 ? homesTexts.goneText : homesTexts.goneTextAlone}</p>
      {nearest.length > 0 && <ListingGrid listings={nearest} heading="h2" eager={4} />}
      <p class="actions">
        <a class="button" href="/homes">
          {frameTexts.allHomes}
        </a>
      </p>
    </div>
  );
}
