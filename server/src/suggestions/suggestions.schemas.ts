import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { BlankableText, Id, Text, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";

const Status = () => OneOf(["pending", "approved", "rejected"]);
const TargetType = () => OneOf(["brokerage", "agent", "broker_contact"]);
const Changes = () =>
  Type.Record(Type.String(), Type.Unknown(), {
    description: "The fields to change, as in a PUT of the target; at least one, and no unknown ones",
  });

export const SuggestionParams = Type.Object({ suggestion_id: Id() });

export const SuggestionListQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Status()),
  target_type: Type.Optional(TargetType()),
});
export type SuggestionListQuery = Static<typeof SuggestionListQuery>;

export const CreateSuggestionBody = Type.Object({
  target_type: TargetType(),
  target_id: Id(),
  changes: Changes(),
  note: Type.Optional(
    Nullable(BlankableText(2000, { description: "The reason for the change, for the person who decides" })),
  ),
});
export type CreateSuggestionBody = Static<typeof CreateSuggestionBody>;

export const RejectSuggestionBody = Type.Object({
  reason: Text(2000, { description: "The reason for the rejection, for the author of the suggestion" }),
});

export const Suggestion = Component("Suggestion", {
  id: Type.Integer(),
  status: Status(),
  target_type: TargetType(),
  target_id: Type.Integer(),
  changes: Changes(),
  note: Nullable(Type.String()),
  reason: Nullable(Type.String({ description: "Why it was rejected" })),
  submitted_by: Type.String(),
  created_at: Timestamp(),
});
export type Suggestion = Static<typeof Suggestion>;

export const SuggestionPage = ListOf(Suggestion);
export type SuggestionPage = Static<typeof SuggestionPage>;
