import { type Static, type TSchema, Type } from "typebox";
import {
  ListingItem,
  listingFilterFields,
  NearMiss,
  propertyTypes,
  statusFilterWords,
  suggestionTypes,
} from "../listings/index.ts";
import { roomTypes } from "../models/index.ts";
import { Component } from "../platform/http/component.ts";
import { Text } from "../platform/http/fields.ts";
import { BrokerageParameter, Nullable, OneOf } from "../platform/http/list-envelope.ts";
import { Interpreted } from "./interpreted.schema.ts";
import { methodNames } from "./recommend.ts";

const Amount = (description: string) => Type.Number({ minimum: 0, description });
const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** Filters beside the query. They override filters of the same property found in the query. */
const filterFields = {
  city: Type.Optional(Type.String({ trim: true, minLength: 1, maxLength: 100, description: "Ignores case" })),
  state: Type.Optional(
    Type.String({ trim: true, minLength: 1, maxLength: 100, description: "Abbreviation" }),
  ),
  min_price: Type.Optional(Amount("US dollars")),
  max_price: Type.Optional(Amount("US dollars")),
  min_beds: Type.Optional(Count("Bedrooms")),
  max_beds: Type.Optional(Count("Bedrooms")),
  min_baths: Type.Optional(Amount("Bathrooms")),
  max_baths: Type.Optional(Amount("Bathrooms")),
  property_type: Type.Optional(OneOf(propertyTypes, { ignoreCase: true })),
  status: Type.Optional(OneOf(statusFilterWords, { ignoreCase: true, description: "`Closed` is `Sold`" })),
};

const Query = Text(500, { description: "The search query in natural language" });
const Limit = Type.Integer({ minimum: 1, maximum: 100, default: 20 });
export const Similarity = Type.Number({ minimum: 0, maximum: 1 });

export const SearchTenant = Type.Object(BrokerageParameter);
export type SearchTenant = Static<typeof SearchTenant>;

/** search.md, D30. */
export const ListingFiltersBody = Component("ListingFilters", listingFilterFields, {
  description:
    "All filters of `GET /api/properties`, as JSON values. They win over the fields beside them and over what the query says of the same property. A list may be one text as well, as in `interpreted.filters`: it is split at its commas. Beside a query, without `state`, every state",
});
const moreFilters = { filters: Type.Optional(ListingFiltersBody) };

export const SemanticQuery = Type.Object({
  query: Query,
  ...filterFields,
  ...moreFilters,
  limit: Limit,
  explain: Type.Boolean({ default: false, description: "true: adds the parts of each similarity" }),
});
export type SemanticQuery = Static<typeof SemanticQuery>;

export const Explanation = Component("SimilarityExplanation", {
  meaning: Type.Number({ description: "Similarity of meaning above chance level, 0 to 1" }),
  words: Type.Number({
    description: "The weighted share of the query's words that the listing contains, 0 to 1",
  }),
  matched_words: Type.Array(Type.String(), { description: "Stems of the matched words" }),
  features: Nullable(Type.Number({ description: "Share of the wanted features that the listing has" })),
  weights: Type.Record(Type.String(), Type.Number(), {
    description: "The weight of each part in `similarity`",
  }),
});

const weak = {
  weak: Type.Optional(
    Type.Literal(true, {
      description:
        "The similarity is below the least one of results: the listing is shown because fewer than five others were found",
    }),
  ),
};

const unknown = {
  unknown: Type.Optional(
    Type.Array(OneOf(["garage_spaces", "stories"]), {
      description:
        "Properties that the query asks for, and of which the listing says nothing: it ranks lower",
    }),
  ),
};

export const FoundListing = Component("FoundListing", {
  ...ListingItem.properties,
  similarity: Similarity,
  similarity_score: Type.Number({ minimum: 0, maximum: 1, description: "The same as `similarity`" }),
  ...weak,
  ...unknown,
  matched_text: Nullable(Type.String({ description: "The sentence about the listing that matched" })),
  explanation: Type.Optional(Explanation),
});

export const MultimodalQuery = Type.Object({
  query: Query,
  ...filterFields,
  ...moreFilters,
  include_images: Type.Boolean({
    default: false,
    description: "true: photos are searched too; false: every `image_similarity` is 0",
  }),
  limit: Limit,
  offset: Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
});
export type MultimodalQuery = Static<typeof MultimodalQuery>;

/** A photo of a listing. */
const Image = {
  image_id: Type.Integer({ minimum: 1 }),
  url: Type.String(),
  image_url: Type.String({ description: "The same as `url`" }),
  description: Nullable(Type.String({ description: "The model's description; null before the analysis" })),
  room_type: OneOf(roomTypes, { description: "Set manually, else by a model, else `other`" }),
  features: Type.Array(Type.String(), { description: "Keys of features; manually added ones first" }),
  image_index: Type.Integer({ minimum: 0, description: "Position among the listing's photos, from 0" }),
};
const Listing = {
  listing_id: Type.String(),
  property_id: Type.String({ description: "The same as `listing_id`" }),
};
const SimilarImage = {
  ...Image,
  similarity: Similarity,
  score: Type.Number({ minimum: 0, maximum: 1, description: "The same as `similarity`" }),
};

const MultimodalListing = Component("MultimodalListing", {
  ...ListingItem.properties,
  property_id: Listing.property_id,
  text_similarity: Similarity,
  image_similarity: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "The similarity of the listing's best photo",
  }),
  combined_score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "text_similarity * 0.6 + image_similarity * 0.4, not rounded: five decimals",
  }),
  similarity: Type.Number({ minimum: 0, maximum: 1, description: "The same as `combined_score`" }),
  similarity_score: Type.Number({ minimum: 0, maximum: 1, description: "The same as `combined_score`" }),
  ...weak,
  ...unknown,
  matching_images: Type.Array(Component("MatchingImage", SimilarImage), {
    description: "The three best photos, best first",
  }),
});

/** search.md, D38. */
const nearestChanges = {
  near_misses: Type.Optional(
    Type.Array(NearMiss, {
      maxItems: 5,
      description:
        "Only when nothing is found: single changes of the filters with which listings match, most first",
    }),
  ),
};

export const MultimodalResults = Component("MultimodalSearchResults", {
  query: Type.String(),
  interpreted: Interpreted,
  results: Type.Array(MultimodalListing),
  properties: Type.Array(MultimodalListing, { description: "The same as `results`" }),
  total: Type.Integer({ minimum: 0, description: "Number of listings found, limited to some thousand" }),
  limit: Type.Integer(),
  offset: Type.Integer(),
  execution_time_ms: Type.Number({ minimum: 0 }),
  search_type: Type.Literal("multimodal"),
  ...nearestChanges,
});

export const CompareQuery = Type.Object({
  query: Query,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
});
export type CompareQuery = Static<typeof CompareQuery>;

const method = <Result extends TSchema>(name: string, result: Result) =>
  Component(name, {
    results: Type.Array(result),
    count: Type.Integer({ minimum: 0 }),
    avg_similarity: Nullable(Type.Number({ minimum: 0, maximum: 1, description: "null without results" })),
    execution_time_ms: Type.Number({ minimum: 0 }),
  });
const ListingWithImage = Component("ListingWithImage", { ...Listing, ...Image, similarity: Similarity });

export const ComparedSearches = Component("ComparedSearches", {
  query: Type.String(),
  methods: Type.Object({
    semantic: method(
      "ComparedSemanticSearch",
      Component("ComparedListing", { ...Listing, similarity: Similarity }),
    ),
    image_description: method("ComparedImageSearch", ListingWithImage),
    visual_embedding: method("ComparedImageSearch", ListingWithImage),
  }),
  recommendation: OneOf(methodNames, { description: "The best method for this query" }),
  reason: Type.String(),
});

export const SimilarImagesQuery = Type.Object({
  image_url: Text(4000, { description: "An http(s) URL, or a photo URL returned by this API" }),
  limit: Limit,
});
export type SimilarImagesQuery = Static<typeof SimilarImagesQuery>;

export const SimilarImages = Component("SimilarImages", {
  results: Type.Array(Component("SimilarImage", { ...Listing, ...SimilarImage })),
  total: Type.Integer({ minimum: 0, description: "Number of photos of the hundred most similar pictures" }),
});

export const SemanticResults = Component("SemanticSearchResults", {
  query: Type.String(),
  interpreted: Interpreted,
  results: Type.Array(FoundListing),
  total: Type.Integer({
    minimum: 0,
    description:
      "Number of listings found: exact where the query or the request has filters, else limited to some hundred",
  }),
  search_type: Type.Literal("semantic"),
  ...nearestChanges,
});

export const AutocompleteQuery = Type.Object({
  q: Text(100, { description: "The beginning of a place, a property type, an address or a listing id" }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
  ...BrokerageParameter,
});
export type AutocompleteQuery = Static<typeof AutocompleteQuery>;

export const Suggestions = Component("AutocompleteSuggestions", {
  suggestions: Type.Array(
    Component("AutocompleteSuggestion", {
      text: Type.String({ description: "In the spelling of the listings; an address includes its city" }),
      type: OneOf(suggestionTypes),
      count: Type.Integer({
        minimum: 1,
        description: "Number of active listings; 1 for an address or a listing id",
      }),
    }),
  ),
});
