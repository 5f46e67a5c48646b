import { type Static, Type } from "typebox";
import { SentFrom } from "../leads/index.ts";
import { Component } from "../platform/http/component.ts";
import { Email, Id, OptionalBlank, OptionalBlankDay, Text, Timestamp } from "../platform/http/fields.ts";
import { Nullable, OneOf } from "../platform/http/list-envelope.ts";

export const tourStatuses = ["pending", "confirmed", "completed", "cancelled"] as const;
export type TourStatus = (typeof tourStatuses)[number];

/** The allowed status changes (decisions.md: Leads). */
export const tourMoves: Record<TourStatus, readonly TourStatus[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["completed", "cancelled"],
  completed: [],
  cancelled: [],
};

export const TourParams = Type.Object({ request_id: Id() });
export type TourParams = Static<typeof TourParams>;

export const RequestTourBody = Type.Object({
  listing_id: Text(200),
  name: Text(100),
  email: Email(),
  phone: OptionalBlank(40, "As the visitor writes it"),
  preferred_date: OptionalBlankDay("YYYY-MM-DD"),
  preferred_time: OptionalBlank(100, "In the visitor's words"),
  message: OptionalBlank(10_000),
  ...SentFrom,
  website: Type.Optional(
    Type.Unknown({
      description: "Must stay empty: a value marks the lead as suspect",
    }),
  ),
});
export type RequestTourBody = Static<typeof RequestTourBody>;

export const TourReceipt = Component("TourReceipt", {
  id: Type.Integer(),
  listing_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  status: OneOf(tourStatuses),
  created_at: Timestamp(),
});
export type TourReceipt = Static<typeof TourReceipt>;

export const TourListQuery = Type.Object({
  page: Type.Integer({ minimum: 1, default: 1, description: "Page number, from 1" }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
  status: Type.Optional(OneOf(tourStatuses)),
  listing_id: Type.Optional(Text(200)),
  lead_id: Type.Optional(Id()),
  preferred_date: OptionalBlankDay("Only tours wished for this day, YYYY-MM-DD"),
  brokerage_id: Type.Optional(
    Id({ description: "For admins: only requests of this brokerage; others see their own brokerage's" }),
  ),
});
export type TourListQuery = Static<typeof TourListQuery>;

export const UpdateTourBody = Type.Object({
  status: OneOf(tourStatuses, {
    description: "pending can change to confirmed or cancelled, confirmed to completed or cancelled",
  }),
});
export type UpdateTourBody = Static<typeof UpdateTourBody>;

export const Tour = Component("Tour", {
  id: Type.Integer(),
  brokerage_id: Type.Integer(),
  lead_id: Type.Integer(),
  listing_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  phone: Nullable(Type.String()),
  preferred_date: Nullable(Type.String({ format: "date" })),
  preferred_time: Nullable(Type.String()),
  message: Nullable(Type.String()),
  status: OneOf(tourStatuses),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  address: Nullable(Type.String({ description: "Of the listing; null when it is not public any more" })),
  city: Nullable(Type.String()),
});
export type Tour = Static<typeof Tour>;
