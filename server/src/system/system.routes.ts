import { Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { OneOf } from "../platform/http/list-envelope.ts";
import { route } from "../platform/http/route.ts";
import { getHealth, type Health } from "./get-health.ts";
import { getLiveness } from "./get-liveness.ts";
import { getReadiness, type Readiness } from "./get-readiness.ts";
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

const ProcessState = Component("ProcessState", {
  status: OneOf(["ok", "stopping"], {
    description: "`stopping`: it finishes what is under way, and takes nothing new",
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
    path: "/health/live",
    operationId: "getLiveness",
    summary: "Check that the process answers",
    description:
      "For a supervisor that restarts a process which hangs. It asks nothing of the database: a restart would not bring that back.",
    tag: "System",
    permission: "public",
    uncounted: true,
    response: ProcessState,
    run: getLiveness,
  }),
  route({
    method: "GET",
    path: "/health/ready",
    operationId: "getReadiness",
    summary: "Check that the process takes requests",
    description:
      "For a load balancer. 503 from the moment at which the process is asked to stop. While the database is away it stays 200: " +
      "searches go on from memory, and no other process would be better off (GET /health says what is away).",
    tag: "System",
    permission: "public",
    uncounted: true,
    response: ProcessState,
    errors: { 503: ProcessState },
    statusFor: ({ status }: Readiness) => (status === "ok" ? 200 : 503),
    run: getReadiness,
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
