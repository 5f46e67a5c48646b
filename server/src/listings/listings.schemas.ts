import { type Static, Type } from "typebox";
import { Image } from "../photos/index.ts";
import { Component } from "../platform/http/component.ts";
import { Timestamp } from "../platform/http/fields.ts";
import { BrokerageParameter, ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";
import { facetNames } from "./facets/facet-table.ts";
import { ListingFacets } from "./facets/facets.schemas.ts";
import { filterFields, filterParameters } from "./filters/filter-fields.ts";
import { NextCursor, PageOrCursor } from "./page-fields.ts";
import { propertyTypes } from "./property-types.ts";

const sortFields = ["list_price", "beds", "baths", "sqft", "list_date", "distance_miles"] as const;

/** What searches take beside filters. */
const pages = {
  ...PageOrCursor,
  sort_by: Type.Optional(
    OneOf(sortFields, { description: "Default: list_date; in a radius search distance_miles" }),
  ),
  sort_order: Type.Optional(OneOf(["asc", "desc"], { description: "Default: desc; for distance_miles asc" })),
};

/** What a search tells beside its page. */
const answers = {
  facets: Type.Optional(
    Type.Array(OneOf(facetNames), {
      minItems: 1,
      maxItems: 100,
      splitsAtCommas: true,
      description:
        "Counts the values of these fields in `facets`: each as if its own filter were not set, but `features`, which must all be there",
    }),
  ),
  near_misses: Type.Optional(
    Type.Boolean({ description: "true: fewer than ten matches come with changes that give more" }),
  ),
};

/** SPEC: List query parameters for GET /api/properties; search.md: Filters. */
export const SearchQuery = Type.Object({
  ...BrokerageParameter,
  ...filterParameters,
  ...pages,
  ...answers,
});
export type SearchQuery = Static<typeof SearchQuery>;

/** The same as JSON (search.md, D14). */
export const SearchBody = Type.Object({ ...filterFields, ...pages, ...answers });
export type SearchBody = Static<typeof SearchBody>;

export const Attribution = Component(
  "Attribution",
  {
    list_office: Nullable(Type.String()),
    list_office_phone: Nullable(Type.String()),
    list_office_email: Nullable(Type.String()),
    list_agent: Nullable(Type.String({ description: "The name of the listing agent" })),
    contact: Nullable(
      Type.String({
        description: "Whom to ask about the listing, in its source's words (RESO AttributionContact)",
      }),
    ),
    source_name: Type.String({ description: "The listing's source, as visitors are to read it" }),
    source_logo_url: Nullable(Type.String()),
    last_updated: Nullable(Timestamp()),
  },
  { description: "Who offers the listing, and where its data is from" },
);
export type Attribution = Static<typeof Attribution>;

const attribution = Nullable(Attribution);

const listingFields = {
  listing_id: Type.String(),
  list_price: Nullable(Type.Number({ description: "US dollars" })),
  beds: Nullable(Type.Integer()),
  baths: Nullable(Type.Number({ description: "Full 1, three-quarter 0.75, half 0.5, quarter 0.25" })),
  sqft: Nullable(Type.Integer({ description: "Living area, square feet" })),
  lot_size_acres: Nullable(Type.Number()),
  year_built: Nullable(Type.Integer()),
  hoa_monthly: Nullable(
    Type.Number({
      description:
        "US dollars that the owners' association takes a month; 0 without an association, null when it is not known",
    }),
  ),
  new_construction: Nullable(
    Type.Boolean({ description: "Whether it is newly built; null when it is not known" }),
  ),
  address: Nullable(
    Type.String({ description: "null when the seller does not allow its display on the internet" }),
  ),
  city: Nullable(Type.String()),
  state: Nullable(Type.String()),
  zip: Nullable(Type.String()),
  county: Nullable(Type.String()),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  property_type: OneOf(propertyTypes),
  status: OneOf(["Active", "Pending", "Sold", "Coming Soon", "Active Under Contract"]),
  list_date: Nullable(Type.String({ format: "date" })),
  sold_date: Nullable(Type.String({ format: "date" })),
  days_on_market: Nullable(
    Type.Integer({
      minimum: 0,
      description: "Counted from midnight in the time zone of the listing's state",
    }),
  ),
  photos: Type.Array(Type.String(), { description: "URLs, the preferred photo first" }),
  photos_count: Type.Integer({ minimum: 0, description: "How many photos the listing has" }),
  attribution,
};

export const ListingItem = Component("ListingCard", {
  ...listingFields,
  images: Type.Array(Image, {
    maxItems: 1,
    description:
      "The first of the listing's first three photos that this installation keeps; all are in the listing's detail",
  }),
  distance_miles: Type.Optional(Type.Number({ description: "Only in radius searches" })),
});

/** search.md, D19. */
export const NearMiss = Component("NearMiss", {
  parameter: Type.String({ description: "The parameter that is changed; `box` for the four of a box" }),
  from: Type.Unsafe<unknown>({ description: "Its value" }),
  to: Type.Unsafe<unknown>({ description: "The changed value; null: without the parameter" }),
  total: Type.Integer({ minimum: 1, description: "Matches with the change" }),
});

export const ListingPage = Component("ListingPage", {
  ...ListOf(ListingItem).properties,
  next_cursor: NextCursor,
  search_type: Type.Optional(Type.Literal("spatial", { description: "Only in searches of an area" })),
  query_time_ms: Type.Optional(Type.Number({ description: "Only in searches of an area" })),
  facets: Type.Optional(ListingFacets),
  near_misses: Type.Optional(
    Type.Array(NearMiss, {
      maxItems: 5,
      description:
        "Only with `near_misses=true`: single changes that give more, most first; none from ten matches on",
    }),
  ),
});

export const ListingParams = Type.Object({ listing_id: Type.String({ minLength: 1, maxLength: 200 }) });
export const TenantQuery = Type.Object(BrokerageParameter);
export const DetailQuery = Type.Object({
  ...BrokerageParameter,
  ref: Type.Optional(
    Type.String({
      description:
        "The `ref` of a link in an alert: a GET counts as a click, a HEAD and a prefetch do not. The reply is the same without it",
    }),
  ),
});

export const ListingDetail = Component("Listing", {
  ...listingFields,
  images: Type.Array(Image, {
    description:
      "The photos that this installation keeps, in their order; one that it lacks is fetched once it was asked for",
  }),
  property_subtype: Nullable(Type.String()),
  parcel_number: Nullable(
    Type.String({
      description: "The county's number of the parcel; null when it is unknown or the address is hidden",
    }),
  ),
  garage_spaces: Nullable(Type.Integer()),
  stories: Nullable(Type.Integer()),
  description: Nullable(Type.String()),
  features: Type.Array(Type.String()),
  list_agent: Nullable(
    Component("ListAgent", {
      name: Type.String(),
      phone: Nullable(Type.String()),
      email: Nullable(Type.String()),
    }),
  ),
  list_office: Nullable(Type.String()),
  disclaimer: Nullable(
    Type.String({
      description: "What the listing's source asks to be shown with it; null where it asks for nothing",
    }),
  ),
  copyright: Nullable(Type.String({ description: "The same for the source's copyright" })),
  history: Type.Array(
    Component("ListingEvent", {
      event: OneOf(["listed", "price_changed", "status_changed", "sold"]),
      date: Type.String({ format: "date" }),
      price: Nullable(Type.Number()),
      status: Type.String({
        description: "`Off Market` for any reason why the listing is not shown, with its last price",
      }),
    }),
    {
      description:
        "The known history of the listing, newest first; without prices of periods in which it was not shown. `GET /api/properties/{listing_id}/history` has the values before and after each change",
    },
  ),
});
export type ListingDetail = Static<typeof ListingDetail>;

export const NearbyQuery = Type.Object({
  ...BrokerageParameter,
  radius_miles: Type.Number({ exclusiveMinimum: 0, maximum: 50, default: 5 }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
});

export const NearbyListing = Component("NearbyListing", {
  listing_id: Type.String(),
  list_price: Nullable(Type.Number()),
  distance_miles: Type.Number(),
  street_number: Nullable(Type.String()),
  street_name: Nullable(Type.String()),
  street_suffix: Nullable(Type.String()),
  city: Nullable(Type.String()),
  state_or_province: Nullable(Type.String()),
  bedrooms_total: Nullable(Type.Integer()),
  bathrooms_total_integer: Nullable(Type.Integer()),
  living_area: Nullable(Type.Integer()),
  primary_photo_url: Nullable(Type.String()),
  attribution,
});
export type NearbyListing = Static<typeof NearbyListing>;

export const CityCounts = Component("CityCounts", {
  cities: Type.Array(Component("CityCount", { city: Type.String(), count: Type.Integer() })),
});

export const Message = Type.Object({ message: Type.String() });

export const SourcesQuery = Type.Object(PageQuery);

export const SourcePage = ListOf(
  Component("ListingSource", { id: Type.Integer(), name: Type.String(), created_at: Timestamp() }),
);
export type SourcePage = Static<typeof SourcePage>;
