import { type Static, Type } from "typebox";
import { eventNames } from "../../event-outbox/index.ts";
import { Component } from "../../platform/http/component.ts";
import { Id, Timestamp } from "../../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../../platform/http/list-envelope.ts";

export const deliveryStatuses = ["pending", "delivered", "failed"] as const;

export const DeliveryListQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(OneOf(deliveryStatuses)),
  event: Type.Optional(OneOf(eventNames)),
});
export type DeliveryListQuery = Static<typeof DeliveryListQuery>;

export const DeliveryParams = Type.Object({
  webhook_id: Id(),
  delivery_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
export type DeliveryParams = Static<typeof DeliveryParams>;

const Status = Nullable(
  Type.Integer({ description: "Status of the receiver's reply; null without a reply" }),
);
const Failure = Nullable(Type.String({ description: "Why the attempt failed; null: it succeeded" }));

const Attempt = Component("DeliveryAttempt", {
  at: Timestamp(),
  status: Status,
  failure: Failure,
  took_ms: Type.Integer({ minimum: 0 }),
});
export type Attempt = Static<typeof Attempt>;

export const Delivery = Component("WebhookDelivery", {
  id: Type.Integer(),
  message_id: Type.String({
    description: "The `webhook-id`: the same in every attempt and replay",
  }),
  event: OneOf(eventNames),
  subject: Type.String({ description: "The record of the event, such as `lead:12`" }),
  status: OneOf(deliveryStatuses, { description: "failed: no further attempts, unless it is replayed" }),
  attempts: Type.Integer({ minimum: 0, description: "Attempts since its creation or last replay" }),
  next_attempt_at: Nullable({ ...Timestamp(), description: "Only while it is pending" }),
  created_at: Timestamp(),
  delivered_at: Nullable(Timestamp()),
  last_status: Status,
  last_failure: Failure,
  attempt_log: Type.Array(Attempt, { description: "The last 20 attempts, oldest first" }),
  payload: Type.Record(Type.String(), Type.Unknown(), { description: "The body that is sent" }),
});
export type Delivery = Static<typeof Delivery>;

export const DeliveryPage = ListOf(Delivery);
export type DeliveryPage = Static<typeof DeliveryPage>;
