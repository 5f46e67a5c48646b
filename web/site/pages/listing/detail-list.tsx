import type { Listing } from "../../../shared/listing.ts";
import { Day } from "../../components/day.tsx";
import { homesTexts } from "../../texts/homes.ts";
import { detailsOf } from "./details.ts";

/** Facts in two columns of names and values. */
export function DetailList({ listing }: { listing: Listing }) {
  return (
    <section class="listing-section" aria-labelledby="facts-title">
      <h2 id="facts-title">{homesTexts.factsTitle}</h2>
      <dl class="detail-list">
        {detailsOf(listing).map(({ label, value, isDay }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isDay ? <Day day={value} /> : <bdi>{value}</bdi>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
