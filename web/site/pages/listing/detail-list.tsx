import type { Listing } from "../../../shared/listing.ts";
import { homesTexts } from "../../texts/homes.ts";
import { detailsOf } from "./details.ts";

/** Facts in two columns of names and values. */
export function DetailList({ listing }: { listing: Listing }) {
  return (
    <section class="listing-section" aria-labelledby="facts-title">
      <h2 id="facts-title">{homesTexts.factsTitle}</h2>
      <dl class="detail-list">
        {detailsOf(listing).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
