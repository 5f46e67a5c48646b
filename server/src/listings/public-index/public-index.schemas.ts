import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Timestamp } from "../../platform/http/fields.ts";
import { BrokerageParameter, OneOf } from "../../platform/http/list-envelope.ts";
import { NextCursor } from "../page-fields.ts";
import { publicStatuses, statusInApi } from "../statuses.ts";

export const ListingIndexQuery = Type.Object({
  ...BrokerageParameter,
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: "`next_cursor` of the page before" }),
  ),
});
export type ListingIndexQuery = Static<typeof ListingIndexQuery>;

/** web.md, W2 and W9. */
export const ListingIndexPage = Component("ListingIndexPage", {
  items: Type.Array(
    Component("ListingIndexEntry", {
      id: Type.String({ description: "The `listing_id`" }),
      slug: Type.String({
        description:
          "Address, city, state and postal code as a part of addresses, as far as they are shown: `101-oakmont-st-boise-id-83702`. Empty where nothing is",
      }),
      status: OneOf(publicStatuses.map(statusInApi)),
      updated_at: Timestamp(),
    }),
  ),
  total: Type.Integer({ minimum: 0, description: "Number of listings on all pages" }),
  next_cursor: NextCursor,
});
