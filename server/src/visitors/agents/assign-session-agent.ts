import { assignableAgent } from "../../agents/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { requireLockedSession } from "../sessions/session-row.ts";
import type { AssignAgentBody, AssignedAgent } from "../visitors.schemas.ts";

const LARGEST_ID = 2_147_483_647;

/**
 * Assigns the agent that the visitor chose to the session, replacing any earlier choice.
 *
 * @throws AppError 404 without a session, or for an agent who is not shown to this brokerage's visitors.
 */
export async function assignSessionAgent(ctx: TenantContext, input: AssignAgentBody): Promise<AssignedAgent> {
  return inTransaction(ctx, async (ctx) => {
    const session = await requireLockedSession(ctx);
    const { brokerageId } = ctx.tenant;
    const agentId = Number(input.agent_id);
    const agent = agentId > LARGEST_ID ? null : await assignableAgent(ctx.db, { brokerageId, agentId });
    if (!agent) throw new AppError("not_found", "Agent not found");
    await ctx.db
      .updateTable("visitor_sessions")
      .set({ assigned_agent_id: agent.id, last_activity_at: ctx.clock.now() })
      .where("id", "=", session.id)
      .execute();
    return { success: true, agent: { id: String(agent.id), name: agent.name, email: agent.email } };
  });
}
