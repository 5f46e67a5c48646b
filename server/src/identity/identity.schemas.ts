import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { Id, Text, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";

const role = OneOf(["admin", "broker", "agent"]);
const id = Nullable(Type.Integer());

const User = {
  id: Nullable(Type.Integer({ description: "Null for an API key" })),
  email: Type.String({ description: "For an API key without an agent, the key's name" }),
  role,
  brokerage_id: id,
  agent_id: id,
};

export const VerifyReply = Component("VerifiedCredentials", {
  valid: Type.Boolean(),
  user: Component("VerifiedUser", User),
});
export type VerifyReply = Static<typeof VerifyReply>;

export const CurrentUser = Component("CurrentUser", { ...User, broker_id: id });

export const MeReply = Component("CurrentUserReply", {
  authenticated: Type.Boolean(),
  user: CurrentUser,
  permissions: Type.Array(Type.String(), {
    description:
      "The operationIds of what the role may do, beside what needs no credentials. Of some, a role may do it to records of its own alone.",
  }),
});
export type MeReply = Static<typeof MeReply>;

const access = { message: Type.String(), user_email: Type.String(), user_role: role };

export const AdminAccess = Component("AdminAccess", access);
export type AdminAccess = Static<typeof AdminAccess>;

export const BrokerAccess = Component("BrokerAccess", { ...access, brokerage_id: id, broker_id: id });
export type BrokerAccess = Static<typeof BrokerAccess>;

const MAX_REQUESTS = 10_000_000;
const ownLimit = "Requests that the key may send in this time; null: the server's general limit";
const forwarding =
  "Whether public requests with the key may name the visitor in X-Forwarded-For: they count for the visitor's address then, not for the key";
const adminOnly = "Admins only";

export const NewApiKey = Type.Object({
  name: Text(100, { description: "The purpose of the key; shown in the audit log" }),
  role,
  brokerage_id: Type.Optional(
    Nullable(
      Id({
        description: "Required of admins for broker and agent keys; for brokers it is their own brokerage",
      }),
    ),
  ),
  agent_id: Type.Optional(
    Nullable(Id({ description: "The agent of that brokerage that the key belongs to" })),
  ),
  expires_at: Type.Optional(
    Nullable(
      Type.String({
        format: "date-time",
        description: "A time in the future; without it the key is valid until it is revoked",
      }),
    ),
  ),
  requests_per_minute: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: MAX_REQUESTS, description: `${ownLimit}. ${adminOnly}` })),
  ),
  requests_per_hour: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: MAX_REQUESTS, description: `${ownLimit}. ${adminOnly}` })),
  ),
  forwards_visitors: Type.Optional(
    Type.Boolean({ default: false, description: `${forwarding}. ${adminOnly}` }),
  ),
});
export type NewApiKey = Static<typeof NewApiKey>;

const key = {
  id: Type.Integer(),
  prefix: Type.String({ description: "The first characters of the key" }),
  name: Type.String(),
  role,
  brokerage_id: id,
  agent_id: id,
  requests_per_minute: Nullable(Type.Integer({ description: ownLimit })),
  requests_per_hour: Nullable(Type.Integer({ description: ownLimit })),
  forwards_visitors: Type.Boolean({ description: forwarding }),
  expires_at: Nullable(Timestamp()),
  created_at: Timestamp(),
};

export const CreatedApiKey = Component("CreatedApiKey", {
  ...key,
  key: Type.String({ description: "Shown only in this reply; only its SHA-256 is stored" }),
});
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const ApiKey = Component("ApiKey", {
  ...key,
  last_used_at: Nullable(Timestamp()),
});
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyQuery = Type.Object(PageQuery);
export const ApiKeyPage = ListOf(ApiKey);
export const ApiKeyParams = Type.Object({ key_id: Id() });
