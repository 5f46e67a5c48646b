import { Type } from "typebox";
import { channelNames, messageOutcomes } from "../../../messages/index.ts";
import { Component } from "../../../platform/http/component.ts";
import { Timestamp } from "../../../platform/http/fields.ts";
import { OneOf } from "../../../platform/http/list-envelope.ts";
import { route } from "../../../platform/http/route.ts";
import { LeadParams } from "../../leads.schemas.ts";
import { listLeadMessages } from "./list-lead-messages.ts";

const Message = Component("LeadMessage", {
  kind: Type.String({ description: "The kind of message, such as `new_lead`, `welcome`, `broker_alert`" }),
  channel: OneOf(channelNames),
  to: Type.String({ description: "An email address, a telephone number, or the owner of a browser" }),
  outcome: OneOf(messageOutcomes, {
    description:
      "`failed`: refused, or not deliverable for three days; `dropped`: cancelled before it was sent; " +
      "`withheld`: over a cap on messages that one person can cause",
  }),
  at: Timestamp(),
  reason: Type.Optional(Type.String({ description: "For a withheld message: the exceeded cap" })),
});

export const messageRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/messages",
    operationId: "listLeadMessages",
    summary: "List the messages to a lead, and to staff about the lead",
    description:
      "Emails, texts and pushes, oldest first, without their content; at most the newest 1,000. `at` is when the message was " +
      "sent or given up; for a waiting message, when it is due.",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    response: Component("LeadMessages", { items: Type.Array(Message) }),
    errors: { 404: "Lead not found" },
    run: listLeadMessages,
  }),
];
