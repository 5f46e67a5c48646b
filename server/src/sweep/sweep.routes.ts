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
      "Processes due timeouts, alerts, escalations, follow-up reminders, drips and clean-up. It also runs automatically " +
      "once a minute; running it more often repeats nothing.",
    tag: "Leads",
    permission: "admin",
    ignoresBody: true,
    ownTransactions: true,
    response: SweepReport,
    endsAtStop: true,
    run: runLifecycleSweep,
  }),
];
