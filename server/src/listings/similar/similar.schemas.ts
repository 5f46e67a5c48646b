import { Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { BrokerageParameter } from "../../platform/http/list-envelope.ts";
import { ListingItem } from "../listings.schemas.ts";

/** search.md, D21. */
export const SimilarQuery = Type.Object({
  ...BrokerageParameter,
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: "At most so many listings" }),
});

const { distance_miles: _, ...cardFields } = ListingItem.properties;

export const SimilarListing = Component("SimilarListing", {
  ...cardFields,
  similarity_score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "1: alike in price, size, rooms and features, at the same place",
  }),
  reasons: Type.Array(Type.String(), { description: "What both have in common, such as `same city`" }),
});
