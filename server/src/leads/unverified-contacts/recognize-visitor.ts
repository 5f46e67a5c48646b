import type { Context } from "../../context.ts";
import type { Visit } from "../../visitors/index.ts";
import { senderOf } from "../intake/suspicions.ts";
import type { LeadRow } from "../lead-row.ts";

/** Whether a visit is known to be the lead's person's: it made the lead, or a magic link has shown whose it is. */
export function isOwnVisit({ id, email }: LeadRow, { owner }: Visit): boolean {
  return owner.leadId === id || (owner.clientEmail !== null && owner.clientEmail === email.toLowerCase());
}

/**
 * Whether a form in the name of an existing lead comes from where the lead came from: its own visit, or the network address
 * of its own form. Only such a sender is told which lead it is. That verifies nobody: stored fields stay as they are.
 */
export function isRecognized({ address }: Context, lead: LeadRow, visit: Visit): boolean {
  if (isOwnVisit(lead, visit)) return true;
  return lead.source_address !== null && lead.source_address === senderOf(address);
}
