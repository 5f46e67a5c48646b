import { Type } from "typebox";
import { channelNames, messageOutcomes } from "../../../messages/index.ts";
import { Timestamp } from "../../../platform/http/fields.ts";
import { OneOf } from "../../../platform/http/list-envelope.ts";
import { route } from "../../../platform/http/route.ts";
import { LeadParams } from "../../leads.schemas.ts";
import { listLeadMessages } from "./list-lead-messages.ts";

const Message = Type.Object({
  kind: Type.String({ description: "Which message it is, such as `new_lead`, `welcome`, `broker_alert`" }),
  channel: OneOf(channelNames),
  to: Type.String({ description: "An address, a telephone number, or whose browser" }),
  outcome: OneOf(messageOutcomes, {
    description:
      "`failed`: it was refused, or could not be delivered for three days; `dropped`: it was not wanted any more; " +
      "`withheld`: too many were caused by the same person",
  }),
  at: Timestamp(),
  reason: Type.Optional(Type.String({ description: "Of a withheld one: which cap it was over" })),
});

export const messageRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/messages",
    operationId: "listLeadMessages",
    summary: "What was sent to a lead, and to staff about it",
    description:
      "Every email, text and push, oldest first, without what it said; of more than 1,000 the newest. `at` is when it was " +
      "sent or given up, and of one that is still to be sent, when it is due.",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    response: Type.Object({ items: Type.Array(Message) }),
    errors: { 404: "Lead not found" },
    run: listLeadMessages,
  }),
];
