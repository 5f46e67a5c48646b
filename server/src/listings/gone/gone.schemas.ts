import { Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { BrokerageParameter } from "../../platform/http/list-envelope.ts";
import { ListingItem } from "../listings.schemas.ts";

export const GoneQuery = Type.Object({
  ...BrokerageParameter,
  limit: Type.Integer({ minimum: 1, maximum: 24, default: 6, description: "At most so many listings" }),
});

const { distance_miles: _, ...cardFields } = ListingItem.properties;

/** web.md, W8. */
export const GoneListing = Component("GoneListing", {
  nearest: Type.Array(Component("NearestListing", cardFields), {
    description: "Active listings near where it was, nearest first",
  }),
});
