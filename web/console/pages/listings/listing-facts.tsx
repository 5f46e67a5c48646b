import { dayText } from "../../../shared/dates.ts";
import { count, counted, decimal, money } from "../../../shared/numbers.ts";
import type { Schema } from "../../app/api.ts";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";

/** What the API says of a listing; what is not known or hidden is left out. */
export function ListingFacts({ listing }: { listing: Schema<"Listing"> }) {
  const { list_agent: agent, attribution, features, description, disclaimer, copyright } = listing;
  const number = (value: number | null, text: (value: number) => string) =>
    value === null ? null : text(value);
  return (
    <section className="panel" aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <Facts
        facts={[
          ["Id", listing.listing_id],
          ["Type", [listing.property_type, listing.property_subtype].filter(Boolean).join(", ")],
          ["Bedrooms", number(listing.beds, decimal)],
          ["Bathrooms", number(listing.baths, decimal)],
          ["Living area", number(listing.sqft, (sqft) => `${count(sqft)} sqft`)],
          ["Lot", number(listing.lot_size_acres, (acres) => `${decimal(acres)} acres`)],
          ["Year built", listing.year_built],
          ["Stories", listing.stories],
          ["Garage", number(listing.garage_spaces, (spaces) => counted(spaces, "space"))],
          ["Association fee", number(listing.hoa_monthly, (fee) => `${money(fee)} a month`)],
          [
            "New construction",
            listing.new_construction === null ? null : listing.new_construction ? "yes" : "no",
          ],
          ["County", listing.county],
          ["Parcel number", listing.parcel_number],
          ["Position", listing.latitude === null ? null : `${listing.latitude}, ${listing.longitude}`],
          ["Listed", listing.list_date && dayText(listing.list_date)],
          ["Sold", listing.sold_date && dayText(listing.sold_date)],
          ["On the market", number(listing.days_on_market, (days) => counted(days, "day"))],
          ["Listing agent", agent && [agent.name, agent.phone, agent.email].filter(Boolean).join(", ")],
          ["Listing office", listing.list_office],
          ["Source", attribution?.source_name],
          [
            "Source updated",
            attribution?.last_updated && <Moment key="updated" at={attribution.last_updated} />,
          ],
          ["Photos", count(listing.photos_count)],
        ]}
      />
      <div className="panel-body listing-prose">
        {description && <p>{description}</p>}
        {features.length > 0 && (
          <ul className="chips" aria-label="Features">
            {features.map((feature) => (
              <li key={feature} className="chip">
                <bdi>{feature}</bdi>
              </li>
            ))}
          </ul>
        )}
        {disclaimer && <p className="hint">{disclaimer}</p>}
        {copyright && <p className="hint">{copyright}</p>}
      </div>
    </section>
  );
}
