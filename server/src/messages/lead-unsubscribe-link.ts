import type { Context } from "../platform/context.ts";
import { readUnsubscribeToken, unsubscribeLink } from "../platform/crypto/unsubscribe-links.ts";

/** Where the link leads (SPEC: Drip sequences, public). */
export const LEAD_UNSUBSCRIBE_PATH = "/api/drips/unsubscribe";

const TYPE = "lead_unsubscribe";

/** The link below a mail to a lead; null where links are not configured: then the reader is asked to reply. */
export async function leadUnsubscribeLink(ctx: Context, leadId: number): Promise<string | null> {
  return unsubscribeLink(ctx, { path: LEAD_UNSUBSCRIBE_PATH, type: TYPE, id: leadId });
}

/** The lead whose link it is; null for what we have not signed. */
export async function leadOfUnsubscribeToken(ctx: Context, token: string): Promise<number | null> {
  return readUnsubscribeToken(ctx, TYPE, token);
}
