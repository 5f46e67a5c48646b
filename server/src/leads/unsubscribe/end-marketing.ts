import type { Context } from "../../context.ts";
import { leadOfUnsubscribeToken } from "../../messages/index.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { activeSetting, recordFlagChange } from "../flags/flag-settings.ts";
import type { LeadRow } from "../lead-row.ts";

const REASON = "unsubscribe link";

/**
 * Sets the Unsubscribed flag of the lead whose link it is (SPEC: Drip sequences, public). Following it again changes
 * nothing; it works for a disabled brokerage too, because an opt-out always does.
 *
 * @returns null for a token that we have not signed, or of a lead that is gone.
 */
export async function endMarketing(ctx: Context, token: string): Promise<LeadRow | null> {
  const leadId = await leadOfUnsubscribeToken(ctx, token);
  if (leadId === null) return null;
  return inTransaction(ctx, async (ctx) => {
    const lead = await ctx.db
      .selectFrom("leads")
      .selectAll()
      .where("id", "=", leadId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!lead) return null;
    if (await activeSetting(ctx, lead.id, "unsubscribed")) return lead as LeadRow;
    await ctx.db
      .insertInto("lead_flags")
      .values({
        lead_id: lead.id,
        flag: "unsubscribed",
        reason: REASON,
        set_at: ctx.clock.now(),
        set_by: "lead",
      })
      .execute();
    await recordFlagChange(ctx, lead as LeadRow, {
      flag: "unsubscribed",
      before: { active: false, reason: null },
      after: { active: true, reason: REASON },
    });
    return lead as LeadRow;
  });
}
