import { route } from "../platform/http/route.ts";
import { BulkEdit, BulkEditBody, BulkEditParams, BulkUndo } from "./bulk-edits.schemas.ts";
import { editLeadsInBulk } from "./edit-leads-in-bulk.ts";
import { undoBulkEdit } from "./undo-bulk-edit.ts";

const bulk = { tag: "Leads", permission: "authenticated", limits: ["bulk_edits"] } as const;
const PATH = "/api/v1/admin/leads/bulk";

export const bulkEditRoutes = [
  route({
    ...bulk,
    method: "POST",
    path: PATH,
    operationId: "editLeadsInBulk",
    summary: "Assign, tag, untag, enroll or move up to 200 leads",
    description:
      "Each lead is edited or refused, with the reason. For 60 seconds the edit can be undone: notices to agents, webhooks and first " +
      "steps of drips wait until that has passed.",
    body: BulkEditBody,
    response: BulkEdit,
    errors: {
      400: "Malformed JSON, or an unknown event, reason or channel",
      403: "Broker or admin role required (enroll)",
      404: "Sequence not found",
    },
    run: editLeadsInBulk,
  }),
  route({
    ...bulk,
    method: "POST",
    path: `${PATH}/{bulk_id}/undo`,
    operationId: "undoBulkEdit",
    summary: "Undo a bulk edit within 60 seconds",
    description:
      "Only the caller who made the edit can undo it, once. What has changed since is not undone but named. What the edit would have sent is not sent.",
    params: BulkEditParams,
    ignoresBody: true,
    response: BulkUndo,
    errors: {
      404: "Bulk edit not found, or another caller's",
      409: "It was undone already, or its time has passed",
    },
    run: undoBulkEdit,
  }),
];
