import type { Schema } from "../../app/api.ts";

type Rules = Schema<"SourceRules">;

/** What a source may hide, as a page calls it. */
export const fieldNames: Record<Rules["fields_hidden"][number], string> = {
  list_price: "Price",
  beds: "Bedrooms",
  baths: "Bathrooms",
  sqft: "Living area",
  lot_size_acres: "Lot",
  year_built: "Year built",
  address: "Address",
  parcel_number: "Parcel number",
  hoa_monthly: "Association fee",
  new_construction: "New construction",
  zip: "ZIP code",
  county: "County",
  latitude: "Latitude",
  longitude: "Longitude",
  list_date: "Date of listing",
  sold_date: "Date of sale",
  days_on_market: "Days on market",
  photos: "Photos",
  property_subtype: "Kind of property",
  garage_spaces: "Garage",
  stories: "Stories",
  description: "Description",
  features: "Features",
  list_agent: "Listing agent",
  list_office: "Listing office",
  history: "History",
};

type Switch = { [Name in keyof Rules]: Rules[Name] extends boolean ? Name : never }[keyof Rules];

/** Rules that hold or do not, in the order of the form: what each does when it is ticked, and when it is not. */
export const switches: readonly { name: Switch; label: string; hint: string }[] = [
  {
    name: "attribution",
    label: "Name the listing's office, agent and source",
    hint: "On cards and pages of homes, with the day of the last update. Most licences demand it.",
  },
  {
    name: "ai",
    label: "Models may read its listings",
    hint: "Otherwise no vector and no description is made or kept: they are found by filters, addresses and ids alone, and their photos have no rooms.",
  },
  {
    name: "show_sold",
    label: "Show sold listings",
    hint: "Otherwise a listing leaves every page when it is sold.",
  },
  {
    name: "show_history",
    label: "Show the history of prices and statuses",
    hint: "Otherwise the history of its listings is empty.",
  },
  {
    name: "show_days_on_market",
    label: "Show the days on the market",
    hint: "Otherwise they are left out everywhere.",
  },
  {
    name: "show_coordinates",
    label: "Show where its listings are on a map",
    hint: "Otherwise they are on no map, and in no search of an area.",
  },
];

export const byRecordOptions = [
  { value: "record", label: "As each record says" },
  { value: "never", label: "Never" },
] as const;
