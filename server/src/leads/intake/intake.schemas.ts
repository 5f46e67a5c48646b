import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Email, Id, OptionalBlank, Text } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { type LegacyStatus, legacyStatuses } from "../lifecycle/projections.ts";
import { SentFrom } from "./sent-from.ts";

export const MESSAGE_LENGTH = 10_000;

export const ContactFormBody = Type.Object({
  firstName: Text(100),
  lastName: Text(100),
  email: Email(),
  phone: OptionalBlank(40, "Stored as entered"),
  subject: Text(200, {
    description: "A subject with words about selling creates a seller lead, any other a buyer lead",
  }),
  message: Text(MESSAGE_LENGTH),
  agent_slug: OptionalBlank(
    100,
    "The slug of the brokerage's agent whom the visitor writes to. They get the lead if they receive leads now; otherwise it is routed like any other",
  ),
  ...SentFrom,
  website: Type.Optional(
    Type.Unknown({
      description: "Must stay empty: a value marks the lead as suspect",
    }),
  ),
});
export type ContactFormBody = Static<typeof ContactFormBody>;

export const ContactFormReply = Component("ContactFormReply", {
  success: Type.Boolean(),
  message: Type.String(),
  lead_id: Type.Integer(),
});
export type ContactFormReply = Static<typeof ContactFormReply>;

export const ManualLeadBody = Type.Object({
  first_name: Text(100),
  last_name: Text(100),
  email: Email(),
  phone: OptionalBlank(40),
  subject: Text(200),
  message: Text(MESSAGE_LENGTH),
  assigned_agent_id: Type.Optional(Nullable(Id({ description: "An active agent of the lead's brokerage" }))),
  status: Type.Optional(
    Type.Unsafe<LegacyStatus | null>({
      ...Nullable(OneOf(legacyStatuses)),
      default: "new",
      description: "Determines the first stage of the lead",
    }),
  ),
  notes: OptionalBlank(20_000, "For staff"),
  brokerage_id: Type.Optional(
    Type.Unknown({
      description: "For admins: an integer. Ignored for other roles, who create leads of their own brokerage",
    }),
  ),
});
export type ManualLeadBody = Static<typeof ManualLeadBody>;
