import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Id, Timestamp } from "../../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../../platform/http/list-envelope.ts";
import { messageOutcomes } from "../lead-messages.ts";
import { channelNames } from "../message.ts";

export const MessageQuery = Type.Object({
  ...PageQuery,
  channel: Type.Optional(OneOf(channelNames)),
  outcome: Type.Optional(OneOf(messageOutcomes, { description: "Only messages with this outcome" })),
  to: Type.Optional(
    Type.String({
      trim: true,
      minLength: 1,
      maxLength: 320,
      description: "The whole recipient, in any case: an email address, a telephone number",
    }),
  ),
  brokerage_id: Type.Optional(
    Id({ description: "For admins: only messages of this brokerage; others see their own brokerage's" }),
  ),
});
export type MessageQuery = Static<typeof MessageQuery>;

const LedgerMessage = Component("LedgerMessage", {
  id: Type.Integer(),
  brokerage_id: Type.Integer(),
  lead_id: Nullable(Type.Integer({ description: "The lead that it is to or about; null for none" })),
  kind: Type.String({ description: "The kind of message, such as `new_lead`, `welcome`, `broker_alert`" }),
  channel: OneOf(channelNames, { description: "How it is sent" }),
  to: Type.String({ description: "An email address, a telephone number, or the owner of a browser" }),
  outcome: OneOf(messageOutcomes, {
    description:
      "`failed`: refused, or not deliverable for three days; `dropped`: cancelled before it was sent; " +
      "`withheld`: over a cap on messages that one person can cause",
  }),
  attempts: Type.Integer({ minimum: 0, description: "How often it was tried to send it" }),
  reason: Nullable(
    Type.String({ description: "Of the last attempt that has failed, or why it is not sent; null for none" }),
  ),
  created_at: Timestamp(),
  due_at: { ...Timestamp(), description: "When it is to be sent" },
  finished_at: Nullable({ ...Timestamp(), description: "When it was sent or given up; null before that" }),
});

export const MessagePage = ListOf(LedgerMessage);
export type MessagePage = Static<typeof MessagePage>;
