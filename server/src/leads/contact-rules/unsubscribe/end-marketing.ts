import { lockEnrollments } from "../../../drips/index.ts";
import { leadOfUnsubscribeToken } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { lockPerson } from "../../intake/lock-person.ts";
import { earlierLeads } from "../../intake/registration/earlier-leads.ts";
import type { LeadRow } from "../../lead-row.ts";
import { leadsWithin } from "../../lead-scope.ts";
import { raiseFlag } from "../flag-settings.ts";
import { unsubscribedByLink } from "../unsubscribed-by-link.ts";

/**
 * Sets the Unsubscribed flag of the lead whose link it is, and of the brokerage's other leads of the same address: somebody
 * who registers under two names is one reader (SPEC: Drip sequences, public). Following it again changes nothing; it works
 * for a disabled brokerage too, because an opt-out always does.
 *
 * @returns null for a token that we have not signed, or of a lead that is gone.
 */
export async function endMarketing(ctx: Context, token: string): Promise<LeadRow | null> {
  const leadId = await leadOfUnsubscribeToken(ctx, token);
  if (leadId === null) return null;
  return inTransaction(ctx, async (ctx) => {
    const own = await leadsWithin(ctx.db, null)
      .select(["leads.brokerage_id", "leads.email"])
      .where("leads.id", "=", leadId)
      .executeTakeFirst();
    if (!own) return null;
    // A lead of theirs that arrives at this moment finds the flag, or is found here.
    await lockPerson(ctx.db, { brokerageId: own.brokerage_id, email: own.email });
    const others = await earlierLeads(ctx.db, own.brokerage_id, own.email);
    const leads = (await leadsWithin(ctx.db, null)
      .selectAll()
      .where("leads.id", "in", [leadId, ...others.map(({ id }) => id)])
      .orderBy("leads.id")
      .forNoKeyUpdate()
      .execute()) as LeadRow[];
    // All of them first, in one order: lead by lead, two of these could wait for each other with an edit of a sequence.
    await lockEnrollments(
      ctx.db,
      leads.map(({ id }) => id),
    );
    for (const lead of leads) await raiseFlag(ctx, lead, unsubscribedByLink);
    return leads.find(({ id }) => id === leadId) ?? null;
  });
}
