export { bulkEditRoutes } from "./bulk-edits.routes.ts";
export { pruneBulkEdits } from "./prune-bulk-edits.ts";
