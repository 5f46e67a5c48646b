import { momentText } from "../../../shared/dates.ts";
import type { Listing } from "../../../shared/listing.ts";
import type { Visit } from "../../frame/visit.ts";
import { homesTexts } from "../../texts/homes.ts";
import { listingTexts } from "../../texts/listing.ts";

/** Who offers the listing, where its data is from, and what its source asks to be printed with it. */
export function SourceNotice({ listing, visit }: { listing: Listing; visit: Visit }) {
  const { attribution, disclaimer, copyright } = listing;
  if (!attribution && !disclaimer && !copyright) return null;
  const lines = attribution
    ? [
        attribution.list_agent && homesTexts.listingAgent(attribution.list_agent),
        attribution.list_office && listingTexts.listedBy(attribution.list_office),
        attribution.list_office_phone,
        attribution.list_office_email,
        attribution.contact,
        listingTexts.source(attribution.source_name),
        attribution.last_updated &&
          homesTexts.updated(momentText(attribution.last_updated, visit.site.time_zone, "dayAndTime")),
      ].filter((line) => line !== null && line !== "")
    : [];
  return (
    <section class="wide source-notice" aria-labelledby="source-title">
      <h2 id="source-title">{homesTexts.sourceTitle}</h2>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
      )}
      {[disclaimer, copyright].map(
        (text) =>
          text && (
            <p key={text}>
              <bdi>{text}</bdi>
            </p>
          ),
      )}
    </section>
  );
}
