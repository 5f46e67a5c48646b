import type { Visit } from "../../../visitors/index.ts";
import type { LeadRow } from "../../lead-row.ts";

type Lead = Pick<LeadRow, "id" | "email">;

/** Whether a visit is known to be the lead's person's: it made the lead, or a magic link has shown whose it is. */
export function isOwnVisit(lead: Lead, visit: Visit): boolean {
  return visit.owner.leadId === lead.id || isVerifiedVisit(lead, visit);
}

/** Whether a magic link has shown that a visit is the lead's person's. */
export function isVerifiedVisit({ email }: Lead, { owner: { clientEmail } }: Visit): boolean {
  return clientEmail !== null && clientEmail.toLowerCase() === email.toLowerCase();
}
