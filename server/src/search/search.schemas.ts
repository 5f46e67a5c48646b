import { type Static, type TSchema, Type } from "typebox";
import { ListingItem, propertyTypes, statusFilterWords, suggestionTypes } from "../listings/index.ts";
import { roomTypes } from "../models/index.ts";
import { Text } from "../platform/http/fields.ts";
import { BrokerageParameter, Nullable, OneOf } from "../platform/http/list-envelope.ts";
import { methodNames } from "./recommend.ts";

const Amount = (description: string) => Type.Number({ minimum: 0, description });
const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** What may be stated beside the words: it holds against what the words say of the same thing. */
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

const Query = Text(500, { description: "What is looked for, in plain words" });
const Limit = Type.Integer({ minimum: 1, maximum: 100, default: 20 });
export const Similarity = Type.Number({ minimum: 0, maximum: 1 });

export const SearchTenant = Type.Object(BrokerageParameter);
export type SearchTenant = Static<typeof SearchTenant>;

export const SemanticQuery = Type.Object({
  query: Query,
  ...filterFields,
  limit: Limit,
  explain: Type.Boolean({ default: false, description: "Adds what each similarity is made of" }),
});
export type SemanticQuery = Static<typeof SemanticQuery>;

/** How the words were understood. */
export const Interpreted = Type.Object({
  filters: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())]), {
    description:
      "The filters that the words carry, as `min_beds`, `max_price`, `city`; stated ones come first",
  }),
  features: Type.Array(Type.String(), { description: "Features that are wanted: who has them comes first" }),
  without: Type.Array(Type.String(), {
    description: "Features that are not wanted: who has them is left out",
  }),
  not: Type.Object(
    {
      cities: Type.Array(Type.String()),
      counties: Type.Array(Type.String()),
      zips: Type.Array(Type.String()),
      property_types: Type.Array(Type.String()),
      property_subtypes: Type.Array(Type.String()),
    },
    { description: "Places and kinds that are not wanted" },
  ),
  text: Type.String({ description: "The rest, which is compared by meaning and by words" }),
});

export const Explanation = Type.Object({
  meaning: Type.Number({ description: "How near the meanings are, above chance, 0 to 1" }),
  words: Type.Number({
    description: "The share of what the query's words tell that the listing has, 0 to 1",
  }),
  matched_words: Type.Array(Type.String(), { description: "By their stems" }),
  features: Nullable(Type.Number({ description: "The share of the wanted features that the listing has" })),
  weights: Type.Record(Type.String(), Type.Number(), { description: "similarity is the parts, so weighed" }),
});

export const FoundListing = Type.Object({
  ...ListingItem.properties,
  similarity: Similarity,
  similarity_score: Type.Number({ minimum: 0, maximum: 1, description: "The same as `similarity`" }),
  matched_text: Nullable(Type.String({ description: "The sentence about the listing that matched" })),
  explanation: Type.Optional(Explanation),
});

export const MultimodalQuery = Type.Object({
  query: Query,
  ...filterFields,
  include_images: Type.Boolean({
    default: false,
    description: "Photos find and judge listings too; without it every `image_similarity` is 0",
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
  description: Nullable(Type.String({ description: "What a model says of it; null before it has" })),
  room_type: OneOf(roomTypes, { description: "Somebody's word, else a model's, else `other`" }),
  features: Type.Array(Type.String(), { description: "By their keys; what people have added comes first" }),
  image_index: Type.Integer({ minimum: 0, description: "Its place among the listing's photos" }),
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

const MultimodalListing = Type.Object({
  ...ListingItem.properties,
  property_id: Listing.property_id,
  text_similarity: Similarity,
  image_similarity: Type.Number({ minimum: 0, maximum: 1, description: "That of its best photo" }),
  combined_score: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      "text_similarity * 0.6 + image_similarity * 0.4, exactly: five decimals of two numbers with four",
  }),
  similarity: Type.Number({ minimum: 0, maximum: 1, description: "The same as `combined_score`" }),
  similarity_score: Type.Number({ minimum: 0, maximum: 1, description: "The same as `combined_score`" }),
  matching_images: Type.Array(Type.Object(SimilarImage), { description: "The best three, best first" }),
});

export const MultimodalResults = Type.Object({
  query: Type.String(),
  interpreted: Interpreted,
  results: Type.Array(MultimodalListing),
  properties: Type.Array(MultimodalListing, { description: "The same as `results`" }),
  total: Type.Integer({ minimum: 0, description: "How many listings were found, at most some thousand" }),
  limit: Type.Integer(),
  offset: Type.Integer(),
  execution_time_ms: Type.Number({ minimum: 0 }),
  search_type: Type.Literal("multimodal"),
});

export const CompareQuery = Type.Object({
  query: Query,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
});
export type CompareQuery = Static<typeof CompareQuery>;

const method = <Result extends TSchema>(result: Result) =>
  Type.Object({
    results: Type.Array(result),
    count: Type.Integer({ minimum: 0 }),
    avg_similarity: Nullable(Type.Number({ minimum: 0, maximum: 1, description: "null without results" })),
    execution_time_ms: Type.Number({ minimum: 0 }),
  });
const ListingWithImage = Type.Object({ ...Listing, ...Image, similarity: Similarity });

export const ComparedSearches = Type.Object({
  query: Type.String(),
  methods: Type.Object({
    semantic: method(Type.Object({ ...Listing, similarity: Similarity })),
    image_description: method(ListingWithImage),
    visual_embedding: method(ListingWithImage),
  }),
  recommendation: OneOf(methodNames, { description: "The method that serves these words best" }),
  reason: Type.String(),
});

export const SimilarImagesQuery = Type.Object({
  image_url: Text(4000, { description: "http(s), or one of our own photos as we gave it" }),
  limit: Limit,
});
export type SimilarImagesQuery = Static<typeof SimilarImagesQuery>;

export const SimilarImages = Type.Object({
  results: Type.Array(Type.Object({ ...Listing, ...SimilarImage })),
  total: Type.Integer({ minimum: 0, description: "Photos that show one of the hundred pictures most alike" }),
});

export const SemanticResults = Type.Object({
  query: Type.String(),
  interpreted: Interpreted,
  results: Type.Array(FoundListing),
  total: Type.Integer({ minimum: 0, description: "How many listings were found, at most some hundred" }),
  search_type: Type.Literal("semantic"),
});

export const AutocompleteQuery = Type.Object({
  q: Text(100, { description: "A partial string, of a place, a type, an address or a listing id" }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
  ...BrokerageParameter,
});
export type AutocompleteQuery = Static<typeof AutocompleteQuery>;

export const Suggestions = Type.Object({
  suggestions: Type.Array(
    Type.Object({
      text: Type.String({ description: "As listings spell it; an address with its city" }),
      type: OneOf(suggestionTypes),
      count: Type.Integer({ minimum: 1, description: "Active listings; 1 for an address or a listing id" }),
    }),
  ),
});
