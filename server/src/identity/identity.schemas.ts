import { type Static, Type } from "typebox";
import { Id, Text, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";

const role = OneOf(["admin", "broker", "agent"]);
const id = Nullable(Type.Integer());

const User = {
  id: Nullable(Type.Integer({ description: "Null for an API key" })),
  email: Type.String({ description: "Of an API key that is bound to no agent, its name" }),
  role,
  brokerage_id: id,
  agent_id: id,
};

export const VerifyReply = Type.Object({ valid: Type.Boolean(), user: Type.Object(User) });
export type VerifyReply = Static<typeof VerifyReply>;

export const MeReply = Type.Object({
  authenticated: Type.Boolean(),
  user: Type.Object({ ...User, broker_id: id }),
});
export type MeReply = Static<typeof MeReply>;

const access = { message: Type.String(), user_email: Type.String(), user_role: role };

export const AdminAccess = Type.Object(access);
export type AdminAccess = Static<typeof AdminAccess>;

export const BrokerAccess = Type.Object({ ...access, brokerage_id: id, broker_id: id });
export type BrokerAccess = Static<typeof BrokerAccess>;

export const NewApiKey = Type.Object({
  name: Text(100, { description: "What it is for; audit rows show it" }),
  role,
  brokerage_id: Type.Optional(
    Nullable(Id({ description: "Needed by admins for broker and agent keys; brokers' own otherwise" })),
  ),
  agent_id: Type.Optional(
    Nullable(Id({ description: "An agent of that brokerage, in whose name the key acts" })),
  ),
  expires_at: Type.Optional(
    Nullable(
      Type.String({
        format: "date-time",
        description: "In the future; without it the key is valid until revoked",
      }),
    ),
  ),
});
export type NewApiKey = Static<typeof NewApiKey>;

const key = {
  id: Type.Integer(),
  prefix: Type.String({ description: "How the key begins" }),
  name: Type.String(),
  role,
  brokerage_id: id,
  agent_id: id,
  expires_at: Nullable(Timestamp()),
  created_at: Timestamp(),
};

export const CreatedApiKey = Type.Object({
  ...key,
  key: Type.String({ description: "Shown this once: only its SHA-256 is kept" }),
});
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const ApiKey = Type.Object({
  ...key,
  last_used_at: Nullable(Timestamp()),
});
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyQuery = Type.Object(PageQuery);
export const ApiKeyPage = ListOf(ApiKey);
export const ApiKeyParams = Type.Object({ key_id: Id() });
