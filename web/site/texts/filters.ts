import { dayText } from "../../shared/dates.ts";
import { count, counted, decimal, money } from "../../shared/numbers.ts";
import { listingTexts } from "./listing.ts";

type RangeTexts = { label: string; text(value: number): string; from?(text: string): string };

/** Properties with bounds. Those that are not here are called by the API's name. */
const ranges: Record<string, RangeTexts> = {
  price: { label: "Price", text: money },
  beds: {
    label: "Bedrooms",
    text: (value) => `${decimal(value)} ${value === 1 ? "bed" : "beds"}`,
    from: plus,
  },
  baths: {
    label: "Bathrooms",
    text: (value) => `${decimal(value)} ${value === 1 ? "bath" : "baths"}`,
    from: plus,
  },
  sqft: { label: "Living area (sqft)", text: (value) => `${count(value)} sqft`, from: plus },
  lot_size_acres: { label: "Lot (acres)", text: (value) => `${decimal(value)} acres`, from: plus },
  year_built: { label: "Year built", text: (value) => `built ${value}`, from: (text) => `${text} or later` },
  days_on_market: { label: "Days on the market", text: (value) => `${counted(value, "day")} on the market` },
  garage_spaces: { label: "Garage (cars)", text: (value) => `${decimal(value)}-car garage`, from: plus },
  stories: { label: "Stories", text: (value) => `${decimal(value)} ${value === 1 ? "story" : "stories"}` },
  price_per_sqft: { label: "Price per square foot", text: (value) => `${money(value)} a sqft` },
  hoa_monthly: { label: "HOA fee a month", text: (value) => `HOA ${money(value)} a month` },
};

function plus(text: string): string {
  return text.replace(/ /, "+ ");
}

const labels: Record<string, string> = {
  q: "Words",
  city: "Town",
  zip: "ZIP code",
  county: "County",
  state: "State",
  property_type: "Type",
  property_subtype: "Kind",
  status: "Status",
  listing_ids: "Chosen homes",
  features: "Features",
  without: "Without",
  keywords: "Words in the description",
  list_office: "Listing office",
  list_agent: "Listing agent",
  has_photos: "Photos",
  new_construction: "New construction",
  listed_within_days: "Listed in the last",
  price_reduced_days: "Price reduced in the last",
  open_house_from: "Open house from",
  open_house_to: "Open house until",
  include_unknown: "Homes that do not say",
  sort_by: "Sort",
  sort_order: "Order",
  polygon: "Drawn area",
  box: "Area of the map",
  radius_miles: "Distance",
};

const statuses: Record<string, string> = { ...listingTexts.status, Closed: listingTexts.status.Sold };

/** What a property with bounds is called. */
export function rangeLabel(property: string): string {
  return ranges[property]?.label ?? property.replaceAll("_", " ");
}

/** What a parameter is called. */
export function filterLabel(name: string): string {
  const [, end, property = ""] = /^(min|max)_(.+)$/.exec(name) ?? [];
  if (end && ranges[property]) return `${rangeLabel(property)}, ${end === "min" ? "at least" : "at most"}`;
  return labels[name] ?? name.replaceAll("_", " ");
}

/** What one value of a parameter asks for: `3+ beds`, `Up to $500,000`, `No basement`. */
export function filterText(name: string, value: string): string {
  const [, end, property = ""] = /^(min|max)_(.+)$/.exec(name) ?? [];
  const range = ranges[property];
  if (end && range && Number.isFinite(Number(value))) return boundText(range, end, Number(value));
  switch (name) {
    case "status":
      return statuses[value] ?? value;
    case "features":
      return featureText(value);
    case "without":
      return `No ${featureText(value).toLowerCase()}`;
    case "property_type":
      return typeText(value);
    case "has_photos":
      return value === "true" ? "With photos" : "Without photos";
    case "new_construction":
      return value === "true" ? "New construction" : "Not newly built";
    case "listed_within_days":
      return Number(value) === 0 ? "Listed today" : `Listed in the last ${counted(Number(value), "day")}`;
    case "price_reduced_days":
      return `Price reduced in the last ${counted(Number(value), "day")}`;
    case "open_house_from":
      return `Open house from ${dayOrText(value)}`;
    case "open_house_to":
      return `Open house until ${dayOrText(value)}`;
    case "include_unknown":
      return value === "true" ? "Also homes that do not say" : "Only homes that say";
    case "radius_miles":
      return value === "" ? filterLabel(name) : `Within ${decimal(Number(value))} miles`;
    case "include_unknown_of":
      return `Also homes of unknown ${rangeLabel(value).toLowerCase()}`;
    case "box":
    case "polygon":
      return filterLabel(name);
    case "q":
    case "keywords":
      return `“${value}”`;
    case "zip":
    case "city":
    case "state":
      return value;
    case "county":
      return /county$/i.test(value) ? value : `${value} County`;
    default:
      return `${filterLabel(name)}: ${value}`;
  }
}

function boundText({ text, from }: RangeTexts, end: string, value: number): string {
  const words = text(value);
  if (end === "max") return `Up to ${words}`;
  return capitalized(from ? from(words) : `From ${words}`);
}

/** Keys of the vocabulary have underscores. */
export function featureText(key: string): string {
  return capitalized(key.replaceAll("_", " "));
}

const types: Record<string, string> = {
  Residential: "Houses and condos",
  Land: "Land",
  Commercial: "Commercial",
};

function typeText(type: string): string {
  return types[type] ?? type;
}

function dayOrText(value: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayText(value) : value;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
