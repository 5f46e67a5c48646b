import { sql } from "kysely";
import type { Context } from "../context.ts";

/**
 * Takes mail to a lead that has not left yet out of the ledger, because the lead may have none any more; what staff are
 * told about the lead goes on. What is on its way at this moment arrives.
 */
export async function dropLeadMail(ctx: Context, leadId: number, failure: string): Promise<void> {
  await ctx.db
    .updateTable("messages")
    .set({ state: "dropped", failure, content: null, claimed_until: null, finished_at: ctx.clock.now() })
    .where("lead_id", "=", leadId)
    .where("state", "in", ["waiting", "sending"])
    .where(sql<string>`content ->> 'audience'`, "=", "public")
    .execute();
}
