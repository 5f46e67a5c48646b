import type { LeadRow } from "./lead-row.ts";

const kept = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "stage",
  "pipeline_type",
  "assigned_agent_id",
  "notes",
  "registration_status",
] as const satisfies (keyof LeadRow)[];

/** The fields of a lead in the audit log: identity and status, no message texts. */
export function auditView(lead: LeadRow): object {
  return Object.fromEntries(kept.map((name) => [name, lead[name]]));
}
