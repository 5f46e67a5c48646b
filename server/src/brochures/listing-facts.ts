import type { ListingDetail } from "../listings/index.ts";
import { money, quantity } from "../platform/american-numbers.ts";
import type { Brochure } from "./brochure.ts";
import { joined, longDate } from "./wording.ts";

/** The known facts, most important first; unknown values and zeros are left out. */
export function factsOf(listing: ListingDetail): Brochure["facts"] {
  const { beds, baths, sqft, lot_size_acres, year_built, garage_spaces } = listing;
  return [
    count(beds, "Bedroom", "Bedrooms"),
    count(baths, "Bathroom", "Bathrooms"),
    count(sqft, "Square foot", "Square feet"),
    count(lot_size_acres, "Acre", "Acres"),
    year_built ? { value: String(year_built), label: "Year built" } : null,
    count(garage_spaces, "Garage space", "Garage spaces"),
  ].filter((fact) => fact !== null);
}

function count(value: number | null, one: string, many: string) {
  if (!value) return null;
  const text = value < 0.01 ? "<0.01" : quantity(value);
  return { value: text, label: text === "1" ? one : many };
}

export function detailsOf(listing: ListingDetail): Brochure["details"] {
  const { stories, county, days_on_market, list_date, sold_date } = listing;
  const rows: [string, string | null][] = [
    ["MLS number", listing.listing_id],
    ["Status", listing.status],
    ["Property type", listing.property_subtype ?? listing.property_type],
    ["County", county],
    ["Stories", stories ? quantity(stories) : null],
    ["Listed", list_date === null ? null : longDate(list_date)],
    ["Sold", sold_date === null ? null : longDate(sold_date)],
    ["Days on market", days_on_market === null ? null : quantity(days_on_market)],
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : { label, value }));
}

export function priceOf(listing: ListingDetail): Brochure["price"] {
  const { list_price: price, sqft, lot_size_acres: acres, property_type } = listing;
  if (!price) return { amount: null, note: null };
  const perFoot = property_type !== "Land" && sqft ? `${money(price / sqft)} per sq ft` : null;
  const perAcre = property_type === "Land" && acres ? `${money(price / acres)} per acre` : null;
  return { amount: money(price), note: perFoot ?? perAcre };
}

/** `Boise, ID 83702`; the street only where the seller shows it (RESO InternetAddressDisplayYN). */
export function addressOf(listing: ListingDetail): Brochure["address"] {
  const { address, city, state, zip, county } = listing;
  const place = joined([city, joined([state, zip], " ")], ", ");
  return { street: address, place: place || (county ? `${county} County` : null) };
}
