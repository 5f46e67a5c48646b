import { type Static, Type } from "typebox";
import { roomTypes } from "../../models/index.ts";
import { Component } from "../../platform/http/component.ts";
import { Text } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";

const Similarity = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Limit = Type.Integer({ minimum: 1, maximum: 100, default: 20 });

export const PropertyId = Type.String({ minLength: 1, maxLength: 100, description: "A listing's id" });

export const ImageSearchQuery = Type.Object({
  q: Type.String({
    trim: true,
    minLength: 2,
    maxLength: 500,
    description: "The search query in natural language",
  }),
  limit: Limit,
  offset: Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
  property_id: Type.Optional(PropertyId),
  distinct: Type.Boolean({
    default: false,
    description: "true: one result per picture, even if several listings show it",
  }),
});
export type ImageSearchQuery = Static<typeof ImageSearchQuery>;

/** A photo in search results. */
const Found = {
  image_id: Type.Integer({ minimum: 1 }),
  listing_id: Type.String(),
  property_id: Type.String({ description: "The same as `listing_id`" }),
  url: Type.String(),
  image_url: Type.String({ description: "The same as `url`" }),
  description: Nullable(Type.String({ description: "The model's description; null before the analysis" })),
  room_type: OneOf(roomTypes, { description: "Set manually, else by a model, else `other`" }),
  image_index: Type.Integer({ minimum: 0, description: "Position among the listing's photos, from 0" }),
  features: Type.Array(Type.String(), { description: "Keys of features; manually added ones first" }),
  score: Similarity("The same as `similarity`"),
  similarity: Similarity("How well the photo matches the query; comparable between searches"),
};

export const FoundImages = Component("ImageSearchResults", {
  query: Type.String(),
  results: Type.Array(Component("FoundImage", Found)),
  total: Type.Integer({
    minimum: 0,
    description: "All that were found, as far as a thousand pictures reach",
  }),
  limit: Type.Integer(),
  offset: Type.Integer(),
});

export const VisualSearchQuery = Type.Object({
  q: Text(500, { description: "What the photo looks like, in natural language" }),
  limit: Limit,
  min_score: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0.5,
    description: "The minimum similarity; photos at chance level are left out in any case",
  }),
});
export type VisualSearchQuery = Static<typeof VisualSearchQuery>;

export const VisuallyFoundImages = Component("VisualImageSearchResults", {
  query: Type.String(),
  results: Type.Array(
    Component("VisuallyFoundImage", { ...Found, similarity_score: Similarity("The same as `similarity`") }),
  ),
  total: Type.Integer({
    minimum: 0,
    description: "All that were found, as far as a thousand pictures reach",
  }),
  query_embedding: Type.Array(Type.Number(), {
    description: "The query's vector; empty when no word describes a picture",
  }),
  execution_time_ms: Type.Number({ minimum: 0 }),
});
