import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { BlankableText, Email, Id, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, PageQuery } from "../platform/http/list-envelope.ts";

export const SubscribeBody = Type.Object({
  email: Email(),
  first_name: Type.Optional(Nullable(BlankableText(100))),
  interests: Type.Optional(
    Nullable(
      Type.Array(BlankableText(100), {
        maxItems: 50,
        description: "Blank and repeated values are ignored; when absent, the stored ones are kept",
      }),
    ),
  ),
});
export type SubscribeBody = Static<typeof SubscribeBody>;

export const SubscribeReply = Type.Object({ success: Type.Boolean(), message: Type.String() });
export type SubscribeReply = Static<typeof SubscribeReply>;

export const UnsubscribeParams = Type.Object({
  token: Type.String({ description: "The token in the newsletter's link" }),
});
export type UnsubscribeParams = Static<typeof UnsubscribeParams>;

export const UnsubscribeReply = Type.Object({ message: Type.String() });
export type UnsubscribeReply = Static<typeof UnsubscribeReply>;

export const SubscriberQuery = Type.Object({
  ...PageQuery,
  subscribed: Type.Boolean({ default: true, description: "false: only people who have unsubscribed" }),
  brokerage_id: Type.Optional(
    Id({ description: "For admins: only subscribers of this brokerage; others see their own brokerage's" }),
  ),
});
export type SubscriberQuery = Static<typeof SubscriberQuery>;

export const SubscriberPage = ListOf(
  Component("NewsletterSubscriber", {
    id: Type.Integer(),
    brokerage_id: Type.Integer(),
    email: Type.String(),
    first_name: Nullable(Type.String()),
    interests: Type.Array(Type.String()),
    subscribed_at: Timestamp(),
    unsubscribed_at: Nullable(Timestamp()),
    unsubscribe_url: Nullable(
      Type.String({
        description:
          "For the newsletter's text and its List-Unsubscribe header; null without PUBLIC_API_URL or a configured secret",
      }),
    ),
  }),
);
export type SubscriberPage = Static<typeof SubscriberPage>;
