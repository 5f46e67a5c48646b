import { findAgentAccount } from "../../agents/index.ts";
import { disabledBrokerages } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { type LeadScope, leadScope, leadsWithin } from "../lead-scope.ts";

const NOTHING = { brokerageId: 0, agentId: 0 };

/** The caller's scope, narrowed to the brokerage and agent of a query. Outside the caller's scope it matches no lead. */
export async function narrowedScope(
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

/** The disabled brokerages, which boards and dashboards over all brokerages leave out: their leads cannot be changed. */
export async function excludedBrokerages({ db }: Context, scope: LeadScope): Promise<number[]> {
  return scope === null ? disabledBrokerages(db) : [];
}

/** The leads of a board or a dashboard. */
export type ViewScope = { scope: LeadScope; exceptBrokerages: number[] };

/** A query of the leads in view, to extend. */
export function leadsInView(db: Db, { scope, exceptBrokerages }: ViewScope) {
  const leads = leadsWithin(db, scope);
  return exceptBrokerages.length === 0 ? leads : leads.where("brokerage_id", "not in", exceptBrokerages);
}
