import { recordChange } from "../../../audit/index.ts";
import type { ActorContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { LeadRow } from "../../lead-row.ts";
import { lockLead } from "../../lead-scope.ts";

/** An agent who opens a registered lead that they were given has taken it up (SPEC: Registration lead status). */
export async function markViewed(ctx: ActorContext, lead: LeadRow): Promise<LeadRow> {
  if (!isNews(ctx, lead)) return lead;
  return inTransaction(ctx, async (ctx) => {
    const before = await lockLead(ctx, lead.id);
    if (!isNews(ctx, before)) return before;
    const after = (await ctx.db
      .updateTable("leads")
      .set({ registration_status: "contacted", updated_at: ctx.clock.now() })
      .where("id", "=", lead.id)
      .returningAll()
      .executeTakeFirstOrThrow()) as LeadRow;
    await recordChange(ctx, {
      action: "update",
      targetType: "lead",
      targetId: lead.id,
      brokerageId: lead.brokerage_id,
      before: { registration_status: before.registration_status },
      after: { registration_status: after.registration_status },
    });
    return after;
  });
}

/** Agents see no leads but their own; a broker may be an agent too. */
function isNews({ actor }: ActorContext, lead: LeadRow): boolean {
  const isOwn =
    actor.role === "agent" || (actor.agentId !== null && actor.agentId === lead.assigned_agent_id);
  return lead.registration_status === "assigned" && isOwn;
}
