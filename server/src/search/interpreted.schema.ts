import { Type } from "typebox";
import { protectedCategories } from "../fair-housing/index.ts";
import { Component } from "../platform/http/component.ts";
import { Nullable, OneOf } from "../platform/http/list-envelope.ts";

/** The interpretation of the query. */
export const Interpreted = Component("InterpretedQuery", {
  filters: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
    {
      description:
        "The filters found in the query by the names of the list's parameters, such as `min_beds`, `max_price`, `city`; filters of the request have precedence",
    },
  ),
  features: Type.Array(Type.String(), { description: "Wanted features: listings with them rank higher" }),
  without: Type.Array(Type.String(), {
    description: "Excluded features: listings with them are left out",
  }),
  not: Type.Object(
    {
      cities: Type.Array(Type.String()),
      counties: Type.Array(Type.String()),
      zips: Type.Array(Type.String()),
      property_types: Type.Array(Type.String()),
      property_subtypes: Type.Array(Type.String()),
    },
    { description: "Excluded places and property types" },
  ),
  text: Type.String({ description: "The rest of the query, which is compared by meaning and by words" }),
  near: Type.Array(
    Component("NearPlace", {
      place: Type.String({ description: "A city, in the spelling of the listings" }),
      miles: Type.Number({ description: "From the middle of its listings" }),
    }),
    {
      description:
        "Cities that homes are to be near to: listings within these miles of the first rank higher",
    },
  ),
  compared_as: Type.Array(
    Component("ComparedWords", {
      text: Type.String({ description: "The words as written" }),
      as: Type.Array(Type.String(), { description: "Words of listings, the best first" }),
    }),
    {
      description:
        "Words that are compared as other ones: misspelled words, purposes (`repair cars` as a workshop) and what is not wanted (`no carpet` as hardwood floors)",
    },
  ),
  not_applied: Type.Array(
    Component("NotAppliedWords", {
      text: Type.String({ description: "The words as written" }),
      why: Type.String({ description: "The reason, for the person who wrote them" }),
    }),
    { description: "Parts of the query that changed neither the filters nor the words compared" },
  ),
  refused: Type.Array(
    Component("RefusedTerm", {
      text: Type.String({
        description: "The words as written, with those that belong to them: `near a church`",
      }),
      category: OneOf(protectedCategories),
      instead: Nullable(
        Type.String({ description: "What may be searched for instead; null without a neutral wish" }),
      ),
    }),
    {
      description:
        "Terms of classes that fair housing laws protect: they are compared with nothing, and the results are those of the query without them",
    },
  ),
  limited_sources: Type.Array(Type.String(), {
    description:
      "Sources that allow no models: their listings are found by filters, not by meaning or photos",
  }),
});
