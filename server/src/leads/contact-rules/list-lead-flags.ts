import type { ActorContext } from "../../platform/context.ts";
import { visibleLead } from "../lead-scope.ts";
import type { LeadParams } from "../leads.schemas.ts";
import { presentFlag } from "./flag-settings.ts";
import type { FlagHistory } from "./flags.schemas.ts";

/**
 * Every setting of every flag of a lead, newest last (SPEC: Communication flags).
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function listLeadFlags(ctx: ActorContext, { lead_id }: LeadParams): Promise<FlagHistory> {
  const lead = await visibleLead(ctx, lead_id);
  const rows = await ctx.db
    .selectFrom("lead_flags")
    .selectAll()
    .where("lead_id", "=", lead.id)
    .orderBy("id")
    .execute();
  return { flags: rows.map(presentFlag) };
}
