import { route } from "../platform/http/route.ts";
import { runLifecycleSweep } from "./run-lifecycle-sweep.ts";
import { SweepReport } from "./run-sweep.ts";

export const sweepRoutes = [
  route({
    method: "POST",
    path: "/api/v1/admin/leads/lifecycle/sweep",
    operationId: "runLifecycleSweep",
    summary: "Run the lifecycle sweep now",
    description:
      "Timeouts, alerts, escalations, follow-up reminders, drips and clean-up whose time has come. It runs by itself " +
      "once a minute; running it more often does nothing twice.",
    tag: "Leads",
    permission: "admin",
    ignoresBody: true,
    ownTransactions: true,
    response: SweepReport,
    run: runLifecycleSweep,
  }),
];
