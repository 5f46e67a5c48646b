import { findAgentAccount } from "../../agents/index.ts";
import { disabledBrokerages } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { type LeadScope, leadScope } from "../lead-scope.ts";

const NOTHING = { brokerageId: 0, agentId: 0 };

/** The caller's scope, narrowed to a brokerage and an agent that a query names: of what lies beyond it there is nothing. */
export async function scopeWithin(
  ctx: Context,
  { brokerageId, agentId }: { brokerageId?: number | undefined; agentId?: number | undefined },
): Promise<LeadScope> {
  const scope = await leadScope(ctx);
  if (scope !== null) {
    if (brokerageId !== undefined && brokerageId !== scope.brokerageId) return NOTHING;
    if (agentId === undefined) return scope;
    return scope.agentId === null || scope.agentId === agentId ? { ...scope, agentId } : NOTHING;
  }
  if (agentId === undefined) return brokerageId === undefined ? null : { brokerageId, agentId: null };
  // Every index of an agent's leads begins with the brokerage.
  const agent = await findAgentAccount(ctx.db, { id: agentId });
  if (!agent || agent.brokerageId !== (brokerageId ?? agent.brokerageId)) return NOTHING;
  return { brokerageId: agent.brokerageId, agentId };
}

/** What work with all brokerages in sight leaves out: the leads of disabled ones, which nobody can change. */
export async function idleBrokerages({ db }: Context, scope: LeadScope): Promise<number[]> {
  return scope === null ? disabledBrokerages(db) : [];
}
