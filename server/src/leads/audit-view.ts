import type { LeadRow } from "./lead-row.ts";

/** What the audit log keeps of a lead: who and where it stood, not what it wrote. */
export function auditView(lead: LeadRow) {
  const {
    first_name,
    last_name,
    email,
    phone,
    stage,
    pipeline_type,
    assigned_agent_id,
    notes,
    registration_status,
  } = lead;
  return {
    first_name,
    last_name,
    email,
    phone,
    stage,
    pipeline_type,
    assigned_agent_id,
    notes,
    registration_status,
  };
}
