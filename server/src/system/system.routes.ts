import { Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { OneOf } from "../platform/http/list-envelope.ts";
import { route } from "../platform/http/route.ts";
import { getHealth, type Health } from "./get-health.ts";
import { getSystem } from "./get-system.ts";
import { SystemReport } from "./system.schemas.ts";

const Check = OneOf(["ok", "degraded", "down", "not_configured"]);

const HealthReport = Component("HealthReport", {
  status: OneOf(["ok", "degraded", "down"]),
  version: Type.String(),
  uptime_seconds: Type.Integer(),
  checks: Type.Object({
    database: Check,
    jobs: Check,
    listing_index: Check,
    model_server: Check,
    feeds: Check,
  }),
});

export const systemRoutes = [
  route({
    method: "GET",
    path: "/health",
    operationId: "getHealth",
    summary: "Check the health of the service",
    tag: "System",
    permission: "public",
    uncounted: true,
    response: HealthReport,
    errors: { 503: HealthReport },
    statusFor: (health: Health) => (health.status === "down" ? 503 : 200),
    run: getHealth,
  }),
  route({
    method: "GET",
    path: "/api/admin/system",
    operationId: "getSystem",
    summary: "Get the version, the configuration and the amounts of data",
    description:
      "Counts match an admin's lists: disabled and revoked records are left out. Secrets are never returned.",
    tag: "System",
    permission: "admin",
    response: SystemReport,
    run: getSystem,
  }),
];
