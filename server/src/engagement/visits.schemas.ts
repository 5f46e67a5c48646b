import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { Id, Timestamp } from "../platform/http/fields.ts";
import { Nullable } from "../platform/http/list-envelope.ts";

export const LeadParams = Type.Object({ lead_id: Id() });
export type LeadParams = Static<typeof LeadParams>;

/** A listing in a line of text. Null where the brokerage does not show the listing any more. */
export const listingLabel = {
  listing_id: Type.String(),
  address: Nullable(Type.String()),
  city: Nullable(Type.String()),
  list_price: Nullable(Type.Number()),
};

const VisitedListing = Component("VisitedListing", {
  ...listingLabel,
  views: Type.Integer({ minimum: 1, description: "How often its page was viewed" }),
  seconds: Type.Integer({ minimum: 0, description: "Time on its page" }),
});

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const LeadVisit = Component("LeadVisit", {
  started_at: Timestamp(),
  ended_at: Type.Unsafe<Date>({
    ...Timestamp(),
    description: "When the last viewed page was left, as far as that is known",
  }),
  homes: Type.Array(VisitedListing, { description: "The longest viewed first" }),
  searches: Count("Number of searches; their words are not shown"),
  favorites_added: Count("Number of listings that were added to the favorites"),
});
export type LeadVisit = Static<typeof LeadVisit>;

export const LeadVisits = Component("LeadVisits", {
  items: Type.Array(LeadVisit, { description: "Newest first" }),
});
export type LeadVisits = Static<typeof LeadVisits>;
