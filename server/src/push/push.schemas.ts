import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { Timestamp, WebAddress } from "../platform/http/fields.ts";
import { Nullable } from "../platform/http/list-envelope.ts";

export const PushKey = Component("PushKey", {
  enabled: Type.Boolean({ description: "Whether browser push is configured" }),
  public_key: Nullable(
    Type.String({ description: "The `applicationServerKey` for the browser's subscription, in base64url" }),
  ),
});
export type PushKey = Static<typeof PushKey>;

/** The output of a browser's `PushSubscription.toJSON()`. */
export const PushSubscriptionBody = Type.Object(
  {
    endpoint: WebAddress(),
    expirationTime: Type.Optional(
      Nullable(
        Type.Number({ description: "Ignored: the push service reports when a subscription has ended" }),
      ),
    ),
    keys: Type.Object({
      p256dh: Type.String({
        maxLength: 100,
        description: "The browser's public key: a point of P-256, 65 bytes",
      }),
      auth: Type.String({ maxLength: 30, description: "The browser's authentication secret: 16 bytes" }),
    }),
  },
  { title: "CreatePushSubscriptionRequest" },
);
export type PushSubscriptionBody = Static<typeof PushSubscriptionBody>;

export const PushSubscriptionReply = Component("PushSubscription", {
  id: Type.Integer(),
  created_at: Timestamp(),
});
export type PushSubscriptionReply = Static<typeof PushSubscriptionReply>;

export const PushEndpointBody = Type.Object(
  { endpoint: WebAddress() },
  { title: "DeletePushSubscriptionRequest" },
);
export type PushEndpointBody = Static<typeof PushEndpointBody>;

export const PushSubscriptionDeleted = Type.Object({ message: Type.String() });
