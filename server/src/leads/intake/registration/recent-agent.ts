import { type Assignee, lockForLead } from "../../../agents/index.ts";
import type { Context } from "../../../platform/context.ts";
import { lockRouting } from "../../../routing/index.ts";
import type { EarlierLead } from "./earlier-leads.sql.ts";
import { contactedWithinDay } from "./earlier-leads.ts";

/**
 * The agent of a lead of the same email within the last day, if the agent can receive leads. Takes the routing lock, which the reply
 * may need (`agentForReply`): routing locks agents after it, and the other order would deadlock.
 */
export async function recentAgent(
  ctx: Context,
  brokerageId: number,
  earlier: EarlierLead[],
): Promise<Assignee | null> {
  const recent = contactedWithinDay(earlier, ctx.clock.now()).find((each) => each.assigned_agent_id !== null);
  if (!recent) return null;
  return lockRouting(ctx.db, brokerageId, () => lockForLead(ctx.db, recent.assigned_agent_id as number));
}
