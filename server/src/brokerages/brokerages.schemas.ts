import { type Static, Type } from "typebox";
import { Component, PickComponent } from "../platform/http/component.ts";
import { Id, Restored, Text, Timestamp } from "../platform/http/fields.ts";
import {
  BrokerageParameter,
  IncludeDisabled,
  ListOf,
  Nullable,
  PageQuery,
} from "../platform/http/list-envelope.ts";
import { optionalFields, requiredFields } from "./brokerage-fields.ts";

export const BrokerageQuery = Type.Object(BrokerageParameter);
export const BrokerageParams = Type.Object({ brokerage_id: Id() });
export const BrokerageListQuery = Type.Object({ ...PageQuery, ...IncludeDisabled });
export type BrokerageListQuery = Static<typeof BrokerageListQuery>;

export const CreateBrokerageBody = Type.Object({
  ...requiredFields,
  ...Type.Partial(Type.Object(optionalFields)).properties,
});
export type CreateBrokerageBody = Static<typeof CreateBrokerageBody>;

export const UpdateBrokerageBody = Type.Partial(Type.Object({ ...requiredFields, ...optionalFields }));
export type UpdateBrokerageBody = Static<typeof UpdateBrokerageBody>;

/** The body of a PUT: the fields that can be suggested, and `disabled_at`. */
export const PutBrokerageBody = Type.Object({ ...UpdateBrokerageBody.properties, ...Restored });
export type PutBrokerageBody = Static<typeof PutBrokerageBody>;

/** The full view. */
export const Brokerage = Component("Brokerage", {
  id: Type.Integer(),
  ...requiredFields,
  ...optionalFields,
  disabled_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type Brokerage = Static<typeof Brokerage>;

/** SPEC: Brokerage, list view. */
export const BrokerageListItem = PickComponent("BrokerageCard", Brokerage, [
  "id",
  "slug",
  "name",
  "tagline",
  "description",
  "address_city",
  "address_state",
  "address_state_abbr",
  "feature_semantic_search",
  "feature_map_search",
  "logo_url",
  "primary_color",
  "created_at",
]);
export const BrokeragePage = ListOf(BrokerageListItem);
export type BrokeragePage = Static<typeof BrokeragePage>;

/** SPEC: Brokerage, public view. */
export const PublicBrokerage = PickComponent("PublicBrokerage", Brokerage, [
  "id",
  "name",
  "tagline",
  "logo_url",
  "primary_color",
  "address_city",
  "address_state_abbr",
  "social_facebook",
  "social_instagram",
]);
export type PublicBrokerage = Static<typeof PublicBrokerage>;

/** SPEC: Limits, Brokerage search. */
export const BrokerageSearchQuery = Type.Object({
  q: Type.String({ trim: true, minLength: 2, maxLength: 300 }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
});
export type BrokerageSearchQuery = Static<typeof BrokerageSearchQuery>;

const Similarity = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "How well the brokerage matches the query",
});

export const BrokerageSearchResults = Component("BrokerageSearchResults", {
  query: Type.String(),
  results: Type.Array(
    Component("FoundBrokerage", {
      ...Type.Pick(Brokerage, [
        "id",
        "slug",
        "name",
        "tagline",
        "military_specialist",
        "va_loans",
        "franchise_affiliation",
        "logo_url",
      ]).properties,
      similarity: Similarity,
    }),
  ),
  total: Type.Integer({ minimum: 0 }),
});
export type BrokerageSearchResults = Static<typeof BrokerageSearchResults>;

export const Message = Component("Message", { message: Type.String() });
export type Message = Static<typeof Message>;

export const BrokerageSources = Component("BrokerageSources", {
  sources: Type.Array(Text(100), {
    maxItems: 1000,
    description: "Names from `GET /api/admin/sources`; with an empty list, listings of all sources are shown",
  }),
});
export type BrokerageSources = Static<typeof BrokerageSources>;

export const SourceParams = Type.Object({
  source: Type.String({ minLength: 1, maxLength: 100, description: "A name from `GET /api/admin/sources`" }),
});
export const DeletedSource = Component("DeletedSource", {
  message: Type.String(),
  listings: Type.Integer({ minimum: 0, description: "Listings that this request has removed" }),
});
export type DeletedSource = Static<typeof DeletedSource>;

export const DomainParams = Type.Object({ brokerage_id: Id(), domain_id: Id() });
export const DomainListQuery = Type.Object(PageQuery);
export const AddDomainBody = Type.Object({
  domain: Text(260, { description: "A host name; a port and `www.` are removed" }),
});

export const Domain = Component("BrokerageDomain", {
  id: Type.Integer(),
  brokerage_id: Type.Integer(),
  domain: Type.String({ description: "Lower case, without port and `www.`" }),
  created_at: Timestamp(),
});
export type Domain = Static<typeof Domain>;
export const DomainPage = ListOf(Domain);
export type DomainPage = Static<typeof DomainPage>;
