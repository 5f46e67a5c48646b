import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Id, Timestamp } from "../../platform/http/fields.ts";
import { BrokerageParameter, ListOf, Nullable } from "../../platform/http/list-envelope.ts";
import { filterParameters } from "../filters/filter-fields.ts";
import { ListingItem } from "../listings.schemas.ts";
import { NextCursor, PageOrCursor } from "../page-fields.ts";

const day = (description: string) => Type.Optional(Type.String({ format: "date", description }));

export const OpenHousesQuery = Type.Object({
  ...BrokerageParameter,
  ...filterParameters,
  from: day("The first local day, YYYY-MM-DD; what has ended is left out in any case"),
  to: day("The last local day, YYYY-MM-DD"),
  ...PageOrCursor,
});
export type OpenHousesQuery = Static<typeof OpenHousesQuery>;

export const OpenHouseParams = Type.Object({ id: Id({ description: "An open house" }) });

const OpenHouse = Component("OpenHouse", {
  id: Type.Integer(),
  listing_id: Type.String(),
  date: Type.String({ format: "date", description: "The local day on which it begins" }),
  starts_at: Nullable(Timestamp()),
  ends_at: Nullable(Timestamp()),
  time_zone: Type.String({ description: "IANA name of the time zone at the listing's position" }),
  remarks: Nullable(Type.String({ description: "The source's words for visitors" })),
  property: ListingItem,
});

export const OpenHousePage = Component("OpenHousePage", {
  ...ListOf(OpenHouse).properties,
  next_cursor: NextCursor,
});
