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
      "Sends every step that is due, at most one of each enrollment, and says what it did. It runs by itself once a " +
      "minute. With `dry_run` it says what would be sent, and changes nothing.",
    permission: "admin",
    ignoresBody: true,
    ownTransactions: true,
    query: DripRunQuery,
    response: DripRunReport,
    run: runDrips,
  }),
];
