import type { Schema } from "../../app/api.ts";

/** What an entry of the audit log says was done. */
export const actionNames: Record<Schema<"AuditEntry">["action"], string> = {
  create: "Created",
  update: "Changed",
  delete: "Deleted",
  approve: "Approved",
  reject: "Rejected",
  import: "Imported",
  run: "Run",
};
