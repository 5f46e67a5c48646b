import { recordChange } from "../../../audit/index.ts";
import type { ActorContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { LeadRow } from "../../lead-row.ts";
import { lockLead } from "../../lead-scope.ts";

/** Sets an assigned registration to `contacted` when its agent opens it (SPEC: Registration lead status). */
export async function markViewed(ctx: ActorContext, lead: LeadRow): Promise<LeadRow> {
  if (!isFirstViewByAgent(ctx, lead)) return lead;
  return inTransaction(ctx, async (ctx) => {
    const before = await lockLead(ctx, lead.id);
    if (!isFirstViewByAgent(ctx, before)) return before;
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

/** Agents see only their own leads; a broker may be the lead's agent too. */
function isFirstViewByAgent({ actor }: ActorContext, lead: LeadRow): boolean {
  const isOwn =
    actor.role === "agent" || (actor.agentId !== null && actor.agentId === lead.assigned_agent_id);
  return lead.registration_status === "assigned" && isOwn;
}
