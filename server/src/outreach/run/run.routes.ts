import { route } from "../../platform/http/route.ts";
import { DripRunQuery, DripRunReport } from "./run.schemas.ts";
import { runDrips } from "./run-drips.ts";

export const runRoutes = [
  route({
    tag: "Drips",
    method: "POST",
    path: "/api/v1/admin/drips/run",
    operationId: "runDrips",
    summary: "Run the drip pass now",
    description:
      "Sends every due step, at most one per enrollment, and reports its actions. It also runs automatically once a " +
      "minute. With `dry_run` it reports what it would do, and changes nothing.",
    permission: "admin",
    ignoresBody: true,
    ownTransactions: true,
    query: DripRunQuery,
    response: DripRunReport,
    endsAtStop: true,
    run: runDrips,
  }),
];
