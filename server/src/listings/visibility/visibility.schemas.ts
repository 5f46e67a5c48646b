import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Timestamp } from "../../platform/http/fields.ts";
import { BrokerageParameter, Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { standardStatuses } from "../statuses.ts";

export const visibilityChecks = ["source", "status", "display", "sold", "current"] as const;

export const VisibilityQuery = Type.Object(BrokerageParameter);

export const VisibilityCheck = Component("ListingVisibilityCheck", {
  name: OneOf(visibilityChecks, {
    description:
      "source: the brokerage shows the listing's source; status: visitors may see listings of its status; display: its record allows the " +
      "internet; sold: the rules of its source show this sale; current: the feed of its source is not behind by more than `max_age_hours`",
  }),
  ok: Type.Boolean({ description: "false: it is one reason why the listing is not shown" }),
  message: Type.String({ description: "What was found, as a sentence" }),
});
export type VisibilityCheck = Static<typeof VisibilityCheck>;

export const ListingVisibility = Component("ListingVisibility", {
  listing_id: Type.String(),
  source: Type.String({ description: "The name of the source that has it" }),
  status: OneOf(standardStatuses, {
    description: "RESO StandardStatus, also those that visitors do not see",
  }),
  is_shown: Type.Boolean({ description: "Whether visitors of the brokerage see it: all checks are ok" }),
  page: OneOf(["shown", "gone", "not_found"], {
    description: "Its page on the website; gone: it answers 410, with homes near it",
  }),
  checks: Type.Array(VisibilityCheck, { description: "Each cause, and whether it is met" }),
  address_shown: Type.Boolean({
    description: "false: its record or its source forbids to show its address",
  }),
  hidden_fields: Type.Array(Type.String(), { description: "Fields that the rules of its source hide" }),
  photos_shown: Type.Integer({ minimum: 0, description: "Its photos that can be shown" }),
  photos_count: Type.Integer({ minimum: 0, description: "All of its photos" }),
  shown_from: Nullable({ ...Timestamp(), description: "When it first was public; null: never" }),
  shown_until: Nullable({ ...Timestamp(), description: "Since when it is public no more" }),
  updated_at: { ...Timestamp(), description: "Its last change here" },
});
export type ListingVisibility = Static<typeof ListingVisibility>;
