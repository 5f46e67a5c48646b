import type { Context } from "../platform/context.ts";
import { readUnsubscribeToken, unsubscribeLink } from "../platform/crypto/unsubscribe-links.ts";

/** The path of the link (SPEC: Drip sequences, public). */
export const LEAD_UNSUBSCRIBE_PATH = "/api/drips/unsubscribe";

const TYPE = "lead_unsubscribe";

/** The link below a mail to a lead; null when links are not configured: the mail then asks for a reply. */
export async function leadUnsubscribeLink(ctx: Context, leadId: number): Promise<string | null> {
  return unsubscribeLink(ctx, { path: LEAD_UNSUBSCRIBE_PATH, type: TYPE, id: leadId });
}

/** The lead of a token; null for a token with an invalid signature. */
export async function leadOfUnsubscribeToken(ctx: Context, token: string): Promise<number | null> {
  return readUnsubscribeToken(ctx, TYPE, token);
}
