import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { BlankableText, Email, Id, OptionalBlank, Text } from "../../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../../platform/http/list-envelope.ts";
import { bands } from "../engagement/temperature/score.ts";
import { registrationStatuses } from "../intake/registration/registration-statuses.ts";
import { Flag, LeadSummary, PipelineType, Stage } from "../leads.schemas.ts";
import { TagName } from "../tags/tag-names.ts";
import { leadSorts } from "./list/lead-order.ts";

export const LeadListQuery = Type.Object({
  ...PageQuery,
  q: Type.Optional(
    BlankableText(200, {
      description:
        "Words of the name, email or subject, in any order, case-insensitive; or digits of the phone number",
    }),
  ),
  stage: Type.Optional(Stage()),
  agent: Type.Optional(Id({ description: "Only leads of the agent with this id" })),
  unassigned: Type.Optional(Type.Boolean({ description: "true: unassigned leads; false: assigned ones" })),
  temperature: Type.Optional(OneOf(bands)),
  flag: Type.Optional(Flag()),
  tag: Type.Optional(TagName()),
  pipeline_type: Type.Optional(PipelineType()),
  suspect: Type.Optional(
    Type.Boolean({ description: "true: only leads marked as suspect; false: only others" }),
  ),
  brokerage_id: Type.Optional(
    Id({ description: "For admins: only leads of this brokerage; others see their own brokerage's" }),
  ),
  sort: OneOf(leadSorts, {
    default: "-created_at",
    description:
      "A leading `-` means descending; stages sort in the order of the pipeline; `response_due` shows who waits longest first, and leads whose response clock has stopped last; ties sort by id",
  }),
});
export type LeadListQuery = Static<typeof LeadListQuery>;

export const LeadPage = ListOf(LeadSummary);
export type LeadPage = Static<typeof LeadPage>;

const Refused = () =>
  Type.Optional(
    Nullable(
      Type.String({
        description: "409 when it differs from the current value: the transitions endpoint changes it",
      }),
    ),
  );

export const UpdateLeadBody = Type.Object({
  assigned_agent_id: Type.Optional(
    Nullable(Id({ description: "An active agent of the lead's brokerage; null for no agent" })),
  ),
  reassign_reason: OptionalBlank(2000, "The note in the assignment's timeline row"),
  notes: OptionalBlank(20_000, "For staff"),
  pipeline_type: Type.Optional(PipelineType()),
  first_name: Type.Optional(Text(100)),
  last_name: Type.Optional(Text(100)),
  email: Type.Optional(Email()),
  phone: OptionalBlank(40),
  registration_status: Type.Optional(
    Nullable(
      OneOf(registrationStatuses, {
        description: "Only for a registered lead, and only the next allowed status; null changes nothing",
      }),
    ),
  ),
  status: Refused(),
  stage: Refused(),
});
export type UpdateLeadBody = Static<typeof UpdateLeadBody>;

export const LeadDeleted = Type.Object({ message: Type.String() });
export type LeadDeleted = Static<typeof LeadDeleted>;

const Count = () => Type.Integer({ minimum: 0 });

export const LeadCounts = Component("LeadCounts", {
  new: Count(),
  contacted: Count(),
  qualified: Count(),
  converted: Count(),
  total: Type.Integer({
    minimum: 0,
    description: "Number of all leads, including those with other statuses",
  }),
});
export type LeadCounts = Static<typeof LeadCounts>;
