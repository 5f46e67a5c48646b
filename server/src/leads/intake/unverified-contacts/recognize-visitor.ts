import type { Visit } from "../../../visitors/index.ts";
import type { LeadRow } from "../../lead-row.ts";

type Lead = Pick<LeadRow, "id" | "email">;

/** Whether a visit belongs to the lead's person: it created the lead, or a magic link verified the email. */
export function isOwnVisit(lead: Lead, visit: Visit): boolean {
  return visit.owner.leadId === lead.id || isVerifiedVisit(lead, visit);
}

/** Whether a magic link verified the visit with the lead's email. */
export function isVerifiedVisit({ email }: Lead, { owner: { clientEmail } }: Visit): boolean {
  return clientEmail !== null && clientEmail.toLowerCase() === email.toLowerCase();
}
