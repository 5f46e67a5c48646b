import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { BlankableText, Id, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";
import { actions } from "./record-change.ts";

const Moment = (description: string) => Type.String({ format: "date-time", description });

export const AuditLogQuery = Type.Object({
  ...PageQuery,
  target_type: Type.Optional(
    BlankableText(50, { description: "brokerage, agent, broker_contact, api_key …" }),
  ),
  target_id: Type.Optional(BlankableText(100)),
  actor: Type.Optional(BlankableText(255, { description: "Part of the actor's name, case-insensitive" })),
  action: Type.Optional(OneOf(actions)),
  since: Type.Optional(Moment("At or after")),
  until: Type.Optional(Moment("Before")),
  brokerage_id: Type.Optional(Id({ description: "Only rows of this brokerage, if the caller may see it" })),
});
export type AuditLogQuery = Static<typeof AuditLogQuery>;

const Fields = Nullable(
  Type.Record(Type.String(), Type.Unknown(), {
    description:
      "For an update, the fields that changed; for a creation or a deletion, all fields. A record that is disabled remains, with `disabled_at`.",
  }),
);

export const AuditEntry = Component("AuditEntry", {
  id: Type.Integer(),
  at: Timestamp(),
  actor: Type.Object({
    type: OneOf(["api_key", "user", "system"]),
    id: Nullable(Type.Integer({ description: "The id of the API key or the user" })),
    name: Type.String(),
    role: Nullable(OneOf(["admin", "broker", "agent"])),
  }),
  action: OneOf(actions),
  target_type: Type.String(),
  target_id: Type.String(),
  brokerage_id: Nullable(Type.Integer()),
  before: Fields,
  after: Fields,
  request_id: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditLogPage = ListOf(AuditEntry);
export type AuditLogPage = Static<typeof AuditLogPage>;
