import type { Listing } from "../../../shared/listing.ts";
import { count, counted, decimal, money } from "../../../shared/numbers.ts";
import { homesTexts } from "../../texts/homes.ts";
import { listingTexts } from "../../texts/listing.ts";

/** A fact of a home as a row of a table. */
type Detail = { label: string; value: string; isDay: boolean };

/** Values that are a calendar day. */
const DAYS = new Set<string>([homesTexts.facts.listed, homesTexts.facts.sold]);

/** The facts of a home that its headline does not have: type, year, lot, fees, days. Unknown ones are left out. */
export function detailsOf(listing: Listing): Detail[] {
  const texts = homesTexts.facts;
  const {
    list_price: price,
    sqft,
    hoa_monthly: hoa,
    days_on_market: days,
    property_subtype: subtype,
  } = listing;
  const rows: [string, string | null][] = [
    [texts.status, listingTexts.status[listing.status]],
    [texts.type, subtype ?? listing.property_type],
    [texts.yearBuilt, known(listing.year_built, String)],
    [texts.newConstruction, listing.new_construction ? texts.yes : null],
    [texts.lot, known(listing.lot_size_acres, (acres) => homesTexts.acres(decimal(acres)))],
    [texts.garage, known(listing.garage_spaces, (spaces) => counted(spaces, "space"))],
    [texts.stories, known(listing.stories, count)],
    [texts.perSqft, price && sqft ? money(price / sqft) : null],
    [texts.hoa, known(hoa, (amount) => (amount === 0 ? texts.noHoa : homesTexts.aMonth(money(amount))))],
    [texts.listed, listing.list_date],
    [texts.sold, listing.sold_date],
    [texts.daysOnMarket, known(days, (number) => counted(number, "day"))],
    [texts.county, listing.county],
    [texts.parcel, listing.parcel_number],
    [texts.listingId, listing.listing_id],
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value, isDay: DAYS.has(label) }]));
}

function known<Value>(value: Value | null, text: (value: Value) => string): string | null {
  return value === null ? null : text(value);
}
