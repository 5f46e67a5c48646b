import { type Static, Type } from "typebox";
import { Image } from "../photos/index.ts";
import { Component, PickComponent } from "../platform/http/component.ts";
import { Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable } from "../platform/http/list-envelope.ts";
import { editable } from "./agent-inputs.schemas.ts";

const SocialLinks = Component("SocialLinks", {
  facebook: Nullable(Type.String()),
  instagram: Nullable(Type.String()),
});

/** SPEC: Agent, the detail. */
export const Agent = Component("Agent", {
  id: Type.Integer(),
  broker_id: Type.Integer({ description: "The id of the agent's brokerage" }),
  brokerage: Type.Object({ id: Type.Integer(), name: Type.String(), slug: Type.String() }),
  ...editable,
  social_links: SocialLinks,
  created_at: Timestamp(),
  updated_at: Timestamp(),
  disabled_at: Nullable(Timestamp()),
});
export type Agent = Static<typeof Agent>;

export const AgentListItem = PickComponent("AgentCard", Agent, [
  "id",
  "broker_id",
  "name",
  "slug",
  "email",
  "phone",
  "bio",
  "photo_url",
  "status",
  "created_at",
]);
export const AgentPage = ListOf(AgentListItem);
export type AgentPage = Static<typeof AgentPage>;

export const CreatedAgent = PickComponent("CreatedAgent", Agent, [
  "id",
  "broker_id",
  "name",
  "slug",
  "email",
  "status",
  "created_at",
]);
export type CreatedAgent = Static<typeof CreatedAgent>;

/** The public view (decisions: Identity). */
export const publicFields = Type.Pick(Agent, [
  "id",
  "name",
  "slug",
  "email",
  "phone",
  "bio",
  "photo_url",
  "specialties",
  "social_links",
]).properties;

export const PublicAgent = Component("PublicAgent", {
  ...publicFields,
  image: Nullable(Image),
});
export type PublicAgent = Static<typeof PublicAgent>;
export const PublicAgentPage = ListOf(PublicAgent);
export type PublicAgentPage = Static<typeof PublicAgentPage>;

export const DeletedAgent = Component("DeletedAgent", { message: Type.String(), id: Type.Integer() });
export type DeletedAgent = Static<typeof DeletedAgent>;

export const AgentSearchResults = Component("AgentSearchResults", {
  query: Type.String(),
  results: Type.Array(
    Component("FoundAgent", {
      id: Type.Integer(),
      name: Type.String(),
      brokerage: Type.String({ description: "The brokerage's name" }),
      bio: Nullable(Type.String()),
      similarity: Type.Number({
        minimum: 0,
        maximum: 1,
        description: "How well the agent matches the query",
      }),
    }),
  ),
  total: Type.Integer({ minimum: 0 }),
});
export type AgentSearchResults = Static<typeof AgentSearchResults>;

export const UploadedPhoto = Component("UploadedPhoto", {
  success: Type.Boolean(),
  photo_url: Type.String({ description: "URL of the photo, at most 800 pixels on the longest side" }),
  thumbnail_url: Type.String({ description: "URL of the thumbnail, at most 200 pixels on the longest side" }),
});
export type UploadedPhoto = Static<typeof UploadedPhoto>;
