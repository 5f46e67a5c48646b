import { lockEnrollments } from "../../../drips/index.ts";
import { leadOfUnsubscribeToken } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { lockPerson } from "../../intake/person.ts";
import { earlierLeads } from "../../intake/registration/earlier-leads.sql.ts";
import type { LeadRow } from "../../lead-row.ts";
import { leadsWithin } from "../../lead-scope.ts";
import { setFlag } from "../flag-settings.ts";
import { unsubscribedByLink } from "../unsubscribed-by-link.ts";

/**
 * Sets the Unsubscribed flag of the link's lead and of all leads of that email in the brokerage, because a person may have
 * registered under several names (SPEC: Drip sequences, public). Idempotent. Also for disabled brokerages, because an opt-out
 * always applies.
 *
 * @returns null for an invalid token, or when the lead was deleted.
 */
export async function unsubscribeByToken(ctx: Context, token: string): Promise<LeadRow | null> {
  const leadId = await leadOfUnsubscribeToken(ctx, token);
  if (leadId === null) return null;
  return inTransaction(ctx, async (ctx) => {
    const own = await leadsWithin(ctx.db, null)
      .select(["leads.brokerage_id", "leads.email"])
      .where("leads.id", "=", leadId)
      .executeTakeFirst();
    if (!own) return null;
    // A concurrent new lead of this person either finds the flag, or is found here.
    const person = { brokerageId: own.brokerage_id, email: own.email };
    await lockPerson(ctx, person);
    const [others = []] = await earlierLeads(ctx.db, [person]);
    const leads = (await leadsWithin(ctx.db, null)
      .selectAll()
      .where("leads.id", "in", [leadId, ...others.map(({ id }) => id)])
      .orderBy("leads.id")
      .forNoKeyUpdate()
      .execute()) as LeadRow[];
    // Locks all enrollments in one order first. Lead by lead, this could deadlock with an edit of a sequence.
    await lockEnrollments(
      ctx.db,
      leads.map(({ id }) => id),
    );
    for (const lead of leads) await setFlag(ctx, lead, unsubscribedByLink);
    return leads.find(({ id }) => id === leadId) ?? null;
  });
}
