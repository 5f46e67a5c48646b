import { type Static, Type } from "typebox";
import { eventNames } from "../../event-outbox/index.ts";
import { Id, Timestamp } from "../../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../../platform/http/list-envelope.ts";

/** Webhooks per brokerage, and platform-wide webhooks. */
export const MAX_WEBHOOKS = 20;
/** Of an address, as sent and as stored. */
export const MAX_URL_LENGTH = 2048;

export const endpointStatuses = ["active", "disabled"] as const;
export const disabledReasons = ["gone", "failing", "by_hand"] as const;

const Target = Type.String({
  trim: true,
  format: "web-address",
  maxLength: MAX_URL_LENGTH,
  description: "https, to a public address, without credentials; no redirect is followed",
});

const Events = Type.Array(OneOf(eventNames), {
  minItems: 1,
  // Twice as many, so that a repeated name is reported as a repetition.
  maxItems: 2 * eventNames.length,
  uniqueItems: true,
  description: "What it is told of",
});

export const CreateWebhookBody = Type.Object({
  url: Target,
  events: Events,
  brokerage_id: Type.Optional(
    Nullable(
      Id({
        description:
          "For admins: whose events. Null: those of all brokerages, which is also what an admin who is bound to none gets without it. " +
          "Brokers' webhooks are their own brokerage's",
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
        "false: nothing more is sent; what waits, waits. true: it goes on, also after Lintel has disabled it",
    }),
  ),
});
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>;

export const WebhookParams = Type.Object({ webhook_id: Id() });
export type WebhookParams = Static<typeof WebhookParams>;

export const WebhookListQuery = Type.Object({
  ...PageQuery,
  brokerage_id: Type.Optional(Id({ description: "For admins; others see their own" })),
});
export type WebhookListQuery = Static<typeof WebhookListQuery>;

const fields = {
  id: Type.Integer(),
  url: Type.String(),
  events: Type.Array(OneOf(eventNames)),
  brokerage_id: Nullable(Type.Integer({ description: "null: it is told of all brokerages" })),
  status: OneOf(endpointStatuses),
  created_at: Timestamp(),
};

const Secret = Type.String({
  description: "What deliveries are signed with: `whsec_` and 32 bytes in base64. Shown now and never again",
});

export const CreatedWebhook = Type.Object({ ...fields, secret: Secret });
export type CreatedWebhook = Static<typeof CreatedWebhook>;

export const Webhook = Type.Object({
  ...fields,
  disabled_reason: Nullable(
    OneOf(disabledReasons, {
      description:
        "gone: it answered 410; failing: nothing was taken for five days; by_hand: with `active: false`",
    }),
  ),
  failing_since: Nullable({ ...Timestamp(), description: "Since when every attempt has failed" }),
  previous_secret_valid_until: Nullable({
    ...Timestamp(),
    description: "Until then the secret before this one signs too",
  }),
  created_by: Type.String(),
  updated_at: Timestamp(),
});
export type Webhook = Static<typeof Webhook>;

export const WebhookPage = ListOf(Webhook);
export type WebhookPage = Static<typeof WebhookPage>;

export const RotatedSecret = Type.Object({
  id: Type.Integer(),
  secret: Secret,
  previous_secret_valid_until: Timestamp(),
});
export type RotatedSecret = Static<typeof RotatedSecret>;
