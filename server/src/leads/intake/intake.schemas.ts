import { type Static, Type } from "typebox";
import { Email, Id, OptionalText, Text } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { legacyStatuses } from "../lifecycle/projections.ts";

/** What need not be said: absent, null and blank are the same. */
export const Unsaid = (maxLength: number, description?: string) =>
  Type.Optional(Nullable(OptionalText(maxLength, { ...(description && { description }) })));

export const MESSAGE_LENGTH = 10_000;

export const ContactFormBody = Type.Object({
  firstName: Text(100),
  lastName: Text(100),
  email: Email(),
  phone: Unsaid(40, "As the visitor writes it"),
  subject: Text(200, { description: "Words of selling make a seller lead, all else a buyer lead" }),
  message: Text(MESSAGE_LENGTH),
  source_page: Unsaid(2000),
  utm_source: Unsaid(255),
  utm_medium: Unsaid(255),
  utm_campaign: Unsaid(255),
  website: Type.Optional(
    Type.Unknown({
      description: "A field that people do not see: whatever fills it in is marked as suspect",
    }),
  ),
});
export type ContactFormBody = Static<typeof ContactFormBody>;

export const ContactFormReply = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  lead_id: Type.Integer(),
});
export type ContactFormReply = Static<typeof ContactFormReply>;

export const ManualLeadBody = Type.Object({
  first_name: Text(100),
  last_name: Text(100),
  email: Email(),
  phone: Unsaid(40),
  subject: Text(200),
  message: Text(MESSAGE_LENGTH),
  assigned_agent_id: Type.Optional(Nullable(Id({ description: "An active agent of the lead's brokerage" }))),
  status: OneOf(legacyStatuses, { default: "new", description: "Sets the stage the lead begins in" }),
  notes: Unsaid(20_000, "For staff"),
  brokerage_id: Type.Optional(Nullable(Id({ description: "For admins; others create under their own" }))),
});
export type ManualLeadBody = Static<typeof ManualLeadBody>;
