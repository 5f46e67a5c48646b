import { type TSchema, Type } from "typebox";
import { OneOf } from "../../platform/http/list-envelope.ts";
import { propertyTypes } from "../property-types.ts";
import type { ListingFilters, Range, Words } from "../search-index/listing-query.ts";
import { type StatusFilterWord, statusFilterWords, statusFromApi } from "../statuses.ts";

/*
 * The filters of listings, each defined once (search.md, Filters): its parameter, what it accepts, what it says in the OpenAPI
 * document, and the filter of the listing index that it becomes. Lists, facets, the map and natural-language search take all of them.
 */

type FilterOf<Kind> = {
  [Name in keyof ListingFilters]-?: NonNullable<ListingFilters[Name]> extends Kind
    ? Kind extends NonNullable<ListingFilters[Name]>
      ? Name
      : never
    : never;
}[keyof ListingFilters];

const text = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const amount = Type.Number({ minimum: 0 });
const count = Type.Integer({ minimum: 0 });

/** Values of one list, where nothing else is said. */
const MAX_VALUES = 100;
type ListOptions = { toIndex?: (word: string) => string; mostValues?: number };

const list = <Item extends TSchema>(
  filter: FilterOf<Words>,
  item: Item,
  description: string,
  { toIndex = (word) => word, mostValues = MAX_VALUES }: ListOptions = {},
) => ({ filter, item, description, toIndex, mostValues });

/** Of these a listing has one of the given values. They are separated by commas, or the parameter is repeated. */
export const listFilters = {
  city: list("city", text("The name of a city"), "Cities, in any case"),
  zip: list("zip", text("A postal code"), "Postal codes"),
  county: list("county", text("The name of a county"), "Counties, in any case"),
  property_type: list("propertyType", OneOf(propertyTypes, { ignoreCase: true }), "Property types"),
  property_subtype: list("subtype", text("RESO PropertySubType"), "Property subtypes, in any case"),
  status: list(
    "status",
    OneOf(statusFilterWords, { ignoreCase: true }),
    "`Closed` is `Sold`. Default: every public status",
    { toIndex: (word) => statusFromApi(word as StatusFilterWord) },
  ),
  listing_ids: list(
    "listingIds",
    Type.String({ minLength: 1, maxLength: 200, description: "A listing_id" }),
    "Ids of listings, in any case, at most 200. The default of `state` does not apply to them",
    { mostValues: 200 },
  ),
};

/** Of these a listing has all, or none of them. */
export const featureFilters = {
  features: {
    item: text("A feature"),
    description:
      "Features that all must be there: keys of the vocabulary, such as `fireplace`, or the listing's own words",
    mostValues: MAX_VALUES,
  },
  without: {
    item: text("A feature"),
    description: "Features of which none may be there",
    mostValues: MAX_VALUES,
  },
};

const range = <Value extends TSchema>(filter: FilterOf<Range>, value: Value, description: string) => ({
  filter,
  value,
  description,
});

/** Each is two parameters, `min_…` and `max_…`, both inclusive. */
export const rangeFilters = {
  price: range("price", amount, "US dollars"),
  beds: range("beds", count, "Bedrooms"),
  baths: range("baths", amount, "Bathrooms; half ones count 0.5"),
  sqft: range("sqft", amount, "Living area, square feet"),
  lot_size_acres: range("acres", amount, "Acres"),
  year_built: range("yearBuilt", count, "Year"),
  days_on_market: range("daysOnMarket", count, "Days"),
  garage_spaces: range("garageSpaces", amount, "Cars"),
  stories: range("stories", amount, "Levels"),
  price_per_sqft: range("pricePerSqft", amount, "US dollars a square foot"),
  hoa_monthly: range("hoaMonthly", amount, "US dollars a month for the owners' association; 0 without one"),
};

export type RangeName = keyof typeof rangeFilters;
export const rangeNames = Object.keys(rangeFilters) as RangeName[];

/** What ranges are read with. */
export const rangeSettings = {
  include_unknown_of: {
    item: OneOf(rangeNames),
    description:
      "Properties of which an unknown value matches any `min_` and `max_`, as with `include_unknown`",
    mostValues: rangeNames.length,
  },
};

/** One value each. */
export const singleFilters = {
  list_office: text("The name of the listing office, in any case"),
  list_agent: text("The name of the listing agent, in any case"),
  keywords: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      "Words that must all be in the description or the address: whole ones, in any case. Hidden addresses do not count; terms of classes that fair housing laws protect are refused",
  }),
  has_photos: Type.Boolean({ description: "false: only listings without photos" }),
  new_construction: Type.Boolean({
    description: "Newly built, or not; a listing of which that is not known matches neither",
  }),
  listed_within_days: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: "Listed at most so many days ago, by the calendar of the listing's state",
  }),
  price_reduced_days: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      "The price is below that of so many days ago; of a listing that is younger, below its first one. What was never public does not count",
  }),
  open_house_from: Type.String({
    format: "date",
    description:
      "YYYY-MM-DD: an open house for the public starts on this day or later, where the listing is, and has not ended",
  }),
  open_house_to: Type.String({
    format: "date",
    description:
      "YYYY-MM-DD: the same on this day or earlier; together with `open_house_from` between the two",
  }),
  include_unknown: Type.Boolean({
    default: false,
    description: "true: a listing without a value matches any `min_` and `max_` of it",
  }),
};
