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

/** What the audit log keeps of a lead: who and where it stood, not what it wrote. */
export function auditView(lead: LeadRow): object {
  return Object.fromEntries(kept.map((name) => [name, lead[name]]));
}
