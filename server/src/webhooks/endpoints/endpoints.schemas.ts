import { type Static, Type } from "typebox";
import { eventNames } from "../../event-outbox/index.ts";
import { Component } from "../../platform/http/component.ts";
import { Id, Timestamp } from "../../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../../platform/http/list-envelope.ts";

/** Webhooks per brokerage, and platform-wide webhooks. */
export const MAX_WEBHOOKS = 20;
/** The maximum length of a URL, as sent and as stored. */
export const MAX_URL_LENGTH = 2048;

export const endpointStatuses = ["active", "disabled"] as const;
export const disabledReasons = ["gone", "failing", "by_hand"] as const;

const Target = Type.String({
  trim: true,
  format: "web-address",
  maxLength: MAX_URL_LENGTH,
  description: "An https URL of a public host, without credentials; redirects are not followed",
});

const Events = Type.Array(OneOf(eventNames), {
  minItems: 1,
  // Twice the number of events, so that a repeated name is reported as such.
  maxItems: 2 * eventNames.length,
  uniqueItems: true,
  description: "The subscribed events",
});

export const CreateWebhookBody = Type.Object({
  url: Target,
  events: Events,
  brokerage_id: Type.Optional(
    Nullable(
      Id({
        description:
          "For admins: the brokerage whose events are sent. Null: all brokerages, which is also the default of an admin without a brokerage. " +
          "Webhooks of brokers are always their own brokerage's",
      }),
    ),
  ),
});
export type CreateWebhookBody = Static<typeof CreateWebhookBody>;

export const UpdateWebhookBody = Type.Object({
  url: Type.Optional(Target),
  events: Type.Optional(Events),
  active: Type.Optional(
    Type.Boolean({
      description:
        "false: deliveries stop, pending ones are kept. true: deliveries continue, also after Lintel has disabled the webhook",
    }),
  ),
});
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>;

export const WebhookParams = Type.Object({ webhook_id: Id() });
export type WebhookParams = Static<typeof WebhookParams>;

export const WebhookListQuery = Type.Object({
  ...PageQuery,
  brokerage_id: Type.Optional(
    Id({ description: "For admins: only webhooks of this brokerage; others see their own brokerage's" }),
  ),
});
export type WebhookListQuery = Static<typeof WebhookListQuery>;

const fields = {
  id: Type.Integer(),
  url: Type.String(),
  events: Type.Array(OneOf(eventNames)),
  brokerage_id: Nullable(Type.Integer({ description: "null: events of all brokerages" })),
  status: OneOf(endpointStatuses),
  created_at: Timestamp(),
};

const Secret = Type.String({
  description: "The signing secret: `whsec_` and 32 bytes in base64. Shown only in this reply",
});

export const CreatedWebhook = Component("CreatedWebhook", { ...fields, secret: Secret });
export type CreatedWebhook = Static<typeof CreatedWebhook>;

export const Webhook = Component("Webhook", {
  ...fields,
  disabled_reason: Nullable(
    OneOf(disabledReasons, {
      description:
        "gone: the receiver replied 410; failing: no success for five days; by_hand: by `active: false`",
    }),
  ),
  failing_since: Nullable({ ...Timestamp(), description: "Time since which every attempt has failed" }),
  previous_secret_valid_until: Nullable({
    ...Timestamp(),
    description: "Until then deliveries are also signed with the previous secret",
  }),
  created_by: Type.String(),
  updated_at: Timestamp(),
});
export type Webhook = Static<typeof Webhook>;

export const WebhookPage = ListOf(Webhook);
export type WebhookPage = Static<typeof WebhookPage>;

export const RotatedSecret = Component("RotatedWebhookSecret", {
  id: Type.Integer(),
  secret: Secret,
  previous_secret_valid_until: Timestamp(),
});
export type RotatedSecret = Static<typeof RotatedSecret>;
