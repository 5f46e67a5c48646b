import { type Static, Type } from "typebox";
import { settings } from "../platform/config/config.ts";
import { Component } from "../platform/http/component.ts";
import { Nullable, OneOf } from "../platform/http/list-envelope.ts";

const Count = Type.Integer({ minimum: 0 });

const Shown = Type.Unsafe<string | number | boolean | string[] | null>({
  title: "SettingValue",
  anyOf: [{ type: ["string", "integer", "boolean", "null"] }, { type: "array", items: { type: "string" } }],
});

const Configuration = Type.Object(
  Object.fromEntries(Object.keys(settings).map((name) => [name, Shown])) as Record<
    keyof typeof settings,
    typeof Shown
  >,
  {
    title: "Configuration",
    description:
      'By the name of the environment variable. For secrets only whether they are set: "set" or null.',
  },
);

export const SystemReport = Component("SystemReport", {
  version: Type.String(),
  uptime_seconds: Count,
  node_version: Type.String(),
  database: Type.Object({
    kind: OneOf(["embedded", "postgresql"]),
    version: Type.String(),
    migrations: Type.Object({ applied: Count, latest: Type.String() }),
  }),
  counts: Type.Object({
    brokerages: Count,
    domains: Count,
    agents: Count,
    broker_contacts: Count,
    listings: Count,
    public_listings: Count,
    sources: Count,
    api_keys: Count,
    users: Count,
    suggestions_pending: Count,
  }),
  configuration: Configuration,
  jobs: Type.Object({ status: OneOf(["ok", "degraded", "down", "not_configured"]) }),
  mail: Type.Object({
    kind: OneOf(["outbox", "smtp"]),
    waiting: Type.Integer({ minimum: 0, description: "Number of unsent mails" }),
    failure: Nullable(Type.String({ description: "The failure of the oldest mail that was tried" })),
  }),
  index: Type.Object({
    listings: Count,
    current: Type.Boolean({ description: "false when the database has not answered for ten seconds" }),
  }),
  storage: Type.Object({ kind: OneOf(["folder", "bucket"]) }),
  rate_limits: Type.Object({ kind: OneOf(["memory", "redis", "off"]) }),
  text_model: Type.Object({ name: Type.String(), version: Type.String() }),
});
export type SystemReport = Static<typeof SystemReport>;
