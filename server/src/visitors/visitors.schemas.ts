import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { Nullable, OneOf } from "../platform/http/list-envelope.ts";
import { preferenceTypes } from "./preferences/stated.ts";

export const MAX_NOTES = 2000;

const Confidence = Type.Number({ minimum: 0, maximum: 100 });
const known = {
  confidence: Confidence,
  source: OneOf(["inferred", "user_added"]),
  confirmed: Type.Boolean(),
};
const Amount = Nullable(Type.Number({ description: "US dollars; null: no limit" }));
const StatedValue = Type.Unsafe<string | number>({ type: ["string", "number"] });
const Item = Component("KeyedPreference", { key: Type.String(), value: StatedValue, ...known });

/** SPEC: Visitor session preferences. */
export const PreferencesReply = Component("VisitorPreferences", {
  price: Nullable(Component("PricePreference", { min: Amount, max: Amount, ...known })),
  bedrooms: Nullable(Component("RoomsPreference", { min: Type.Number(), ...known })),
  bathrooms: Nullable(Component("RoomsPreference", { min: Type.Number(), ...known })),
  locations: Type.Array(Component("LocationPreference", { value: Type.String(), ...known })),
  features: Type.Array(Item),
  property_types: Type.Array(Item),
  negative: Type.Array(
    Component("RejectedTrait", {
      type: OneOf(preferenceTypes),
      value: Type.String(),
      confidence: Confidence,
      source: known.source,
    }),
    { description: "Traits of listings that the visitor rejects" },
  ),
});

export const SessionCreated = Component("VisitorSession", { session_id: Type.String({ format: "uuid" }) });

export const SessionStatus = Component("VisitorSessionStatus", {
  ready: Type.Boolean({
    description: "true with at least 3 viewed properties and an average confidence of 60",
  }),
  session_age_minutes: Type.Number(),
  properties_viewed: Type.Integer({ description: "Number of different listings" }),
  average_confidence: Type.Number({
    description: "Average confidence of the preferences that are not rejected, 0 to 100",
  }),
  preferences: PreferencesReply,
  freeform_notes: Type.String(),
  assigned_agent_id: Nullable(Type.String()),
});
export type SessionStatus = Static<typeof SessionStatus>;

/** One preference; its type determines which of value, min and max it has. */
export const PreferenceItem = Component("Preference", {
  type: OneOf(preferenceTypes),
  key: Type.String({ description: "The key in the preference's path" }),
  value: Type.Optional(StatedValue),
  min: Type.Optional(Nullable(Type.Number())),
  max: Type.Optional(Nullable(Type.Number())),
  ...known,
});

export const AddPreferenceBody = Type.Object({
  type: OneOf(preferenceTypes),
  key: Type.Optional(
    Nullable(
      Type.String({
        trim: true,
        maxLength: 100,
        description: "For price `min` or `max` (default `max`); required for features and property_types",
      }),
    ),
  ),
  value: Type.Unsafe<string | number>({
    type: ["string", "number"],
    maxLength: 100,
    description: "For price, bedrooms and bathrooms a number, also as a string",
  }),
});
export type AddPreferenceBody = Static<typeof AddPreferenceBody>;

export const PreferenceReply = Component("SavedPreference", {
  success: Type.Boolean(),
  preference: PreferenceItem,
});
export type PreferenceReply = Static<typeof PreferenceReply>;

export const PreferenceParams = Type.Object({
  type: Type.String({ maxLength: 100, description: "A preference type" }),
  key: Type.String({
    maxLength: 200,
    description:
      "The type's name or min/max for price, bedrooms and bathrooms, the city for locations, otherwise the key; case-insensitive",
  }),
});
export type PreferenceParams = Static<typeof PreferenceParams>;

export const JudgePreferenceBody = Type.Object({ action: OneOf(["confirm", "reject"]) });
export type JudgePreferenceInput = PreferenceParams & Static<typeof JudgePreferenceBody>;

export const NotesBody = Type.Object({
  notes: Type.String({ maxLength: MAX_NOTES, description: "An empty string removes the notes" }),
});
export type NotesBody = Static<typeof NotesBody>;
export const NotesReply = Component("SavedNotes", { success: Type.Boolean(), notes: Type.String() });
export type NotesReply = Static<typeof NotesReply>;

export const MessageReply = Component("SuccessMessage", { success: Type.Boolean(), message: Type.String() });
export type MessageReply = Static<typeof MessageReply>;

export const SuggestedAgentsQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 10, default: 3 }),
});
export type SuggestedAgentsQuery = Static<typeof SuggestedAgentsQuery>;

export const SuggestedAgents = Component("SuggestedAgents", {
  agents: Type.Array(
    Component("SuggestedAgent", {
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      photo_url: Nullable(Type.String()),
      match_score: Type.Number({ minimum: 0, maximum: 100 }),
      match_label: OneOf(["Excellent match", "Great match", "Good match", "Possible match"]),
      best_match: Type.Boolean({ description: "true only for the first agent" }),
      reasons: Type.Array(Type.String()),
    }),
    { description: "Best first" },
  ),
});
export type SuggestedAgents = Static<typeof SuggestedAgents>;

export const AssignAgentBody = Type.Object({
  // SPEC asks for text; other routes have the same id as a number.
  agent_id: Type.Unsafe<number | string>({
    type: ["string", "integer"],
    pattern: "^[1-9][0-9]{0,9}$",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "An agent's id, as text or as a number",
  }),
});
export type AssignAgentBody = Static<typeof AssignAgentBody>;

export const AssignedAgent = Component("AssignedAgent", {
  success: Type.Boolean(),
  agent: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
});
export type AssignedAgent = Static<typeof AssignedAgent>;
