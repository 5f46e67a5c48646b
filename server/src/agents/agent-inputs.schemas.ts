import { type Static, Type } from "typebox";
import { BlankableText, Email, Id, Restored, Text, WebAddress } from "../platform/http/fields.ts";
import {
  BrokerageParameter,
  IncludeDisabled,
  Nullable,
  OneOf,
  PageQuery,
} from "../platform/http/list-envelope.ts";
import { UploadedFile } from "../platform/http/uploads.ts";

export const AgentParams = Type.Object({ agent_id: Id() });
export const AgentSlugParams = Type.Object({ slug: Type.String({ minLength: 1, maxLength: 100 }) });

const Status = () => OneOf(["active", "inactive"]);

export const AgentListQuery = Type.Object({
  ...PageQuery,
  ...IncludeDisabled,
  brokerage_id: Type.Optional(Id({ description: "Only agents of this brokerage, if the caller may see it" })),
  status: Type.Optional(Status()),
  search: Type.Optional(BlankableText(200, { description: "Part of a name or an email, case-insensitive" })),
});
export type AgentListQuery = Static<typeof AgentListQuery>;

export const PublicAgentsQuery = Type.Object({
  ...PageQuery,
  ...BrokerageParameter,
  email: Type.Optional(BlankableText(255, { description: "Only agents with this email, case-insensitive" })),
  name: Type.Optional(BlankableText(200, { description: "Only agents of this name, case-insensitive" })),
});
export type PublicAgentsQuery = Static<typeof PublicAgentsQuery>;
export const PublicAgentQuery = Type.Object(BrokerageParameter);

/** SPEC: Limits, Brokerage search; agent search has the same limits. */
export const AgentSearchQuery = Type.Object({
  q: Type.String({ trim: true, minLength: 2, maxLength: 300 }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
});
export type AgentSearchQuery = Static<typeof AgentSearchQuery>;

/** Fields that agents can change in their own profile (PATCH /api/admin/me). */
const profile = {
  bio: Nullable(BlankableText(10_000)),
  phone: Nullable(
    Type.String({ trim: true, format: "phone-as-entered", maxLength: 20, description: "Stored as entered" }),
  ),
  photo_url: Nullable(WebAddress()),
  specialties: Type.Array(Text(100), { maxItems: 30 }),
  social_links: Nullable(
    Type.Object(
      {
        facebook: Type.Optional(Nullable(WebAddress())),
        instagram: Type.Optional(Nullable(WebAddress())),
      },
      { title: "SocialLinksInput", description: "Absent keys keep their values; null clears" },
    ),
  ),
  on_vacation: Type.Boolean({ description: "true: the agent receives no new leads" }),
  accepting_leads: Type.Boolean(),
  sms_opt_out: Type.Boolean({ description: "true: the agent receives no text messages" }),
  time_zone: Nullable(
    Type.String({
      trim: true,
      format: "time-zone",
      maxLength: 100,
      description: "The time zone for quiet hours; null: the brokerage's",
    }),
  ),
};

const required = {
  name: Text(200),
  slug: Type.String({
    trim: true,
    minLength: 1,
    maxLength: 100,
    format: "slug",
    description: "Lower-case letters, digits and hyphens; unique among all agents",
  }),
  email: Email(),
};

const managed = {
  status: Status(),
  weight: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: "The agent's share of leads with weighted routing",
  }),
};

/** Fields that a broker can change. */
export const editable = { ...required, ...managed, ...profile };

export const CreateAgentBody = Type.Object({
  brokerage_id: Id(),
  ...required,
  ...Type.Partial(Type.Object({ ...managed, ...profile })).properties,
});
export type CreateAgentBody = Static<typeof CreateAgentBody>;

export const UpdateAgentBody = Type.Partial(Type.Object(editable));
export type UpdateAgentBody = Static<typeof UpdateAgentBody>;

/** The body of a PUT: the fields that can be suggested, and `disabled_at`. */
export const PutAgentBody = Type.Object({ ...UpdateAgentBody.properties, ...Restored });
export type PutAgentBody = Static<typeof PutAgentBody>;

export const UpdateOwnProfileBody = Type.Partial(Type.Object(profile));
export type UpdateOwnProfileBody = Static<typeof UpdateOwnProfileBody>;

export const AgentPhotoForm = Type.Object({
  file: UploadedFile("JPEG, PNG or WebP; at most 10 MB and 40 megapixels"),
  agent_id: Id(),
});
