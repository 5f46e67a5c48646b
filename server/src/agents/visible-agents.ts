import { isEnabledBrokerage } from "../brokerages/index.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { visibleBrokerage } from "../platform/http/permissions.ts";
import { type AgentRow, agentColumns } from "./agent-row.ts";

/*
 * Visibility of agents: staff see those of their own brokerage while it is not disabled, admins see all. Disabled agents are
 * in the lists of admins who request them; admins read them by id and restore them. Otherwise a disabled agent, or an agent
 * of a disabled brokerage, cannot be changed.
 */

/** The id of the brokerage whose agents the caller sees; null: all brokerages, 0: none. */
export async function visibleScope(ctx: Context): Promise<number | null> {
  const brokerageId = ctx.actor && visibleBrokerage(ctx.actor);
  return brokerageId === null || (await isEnabledBrokerage(ctx.db, brokerageId)) ? brokerageId : 0;
}

/** @throws AppError 404 `Agent not found`. */
export async function visibleAgent(ctx: Context, agentId: number): Promise<AgentRow> {
  const scope = await visibleScope(ctx);
  const agent = await agentsById(ctx.db, agentId).executeTakeFirst();
  if (!agent || !seenIn(scope, agent)) throw agentNotFound();
  return agent;
}

function seenIn(scope: number | null, agent: AgentRow): boolean {
  return scope === null || (scope === agent.brokerage_id && agent.disabled_at === null);
}

/**
 * The agent for a change, with the row locked until the transaction ends.
 *
 * @throws AppError 404 `Agent not found`: missing, another brokerage's, or disabled.
 */
export async function lockAgent(ctx: Context, agentId: number): Promise<AgentRow> {
  const agent = await lockToRestore(ctx, agentId);
  if (agent.disabled_at !== null) throw agentNotFound();
  return agent;
}

/**
 * The same, and a disabled agent too, so that it can be restored.
 *
 * @throws AppError 404 `Agent not found`: missing, another brokerage's, or disabled and the caller is not an admin.
 */
export async function lockToRestore(ctx: Context, agentId: number): Promise<AgentRow> {
  const scope = await visibleScope(ctx);
  const agent = await agentsById(ctx.db, agentId).forNoKeyUpdate().executeTakeFirst();
  if (!agent || !seenIn(scope, agent)) throw agentNotFound();
  return agent;
}

/** @throws AppError 404 `Agent not found`. */
export async function requireEnabledBrokerage(db: Db, { brokerage_id }: AgentRow): Promise<void> {
  if (!(await isEnabledBrokerage(db, brokerage_id))) throw agentNotFound();
}

function agentsById(db: Db, agentId: number) {
  return db.selectFrom("agents").select(agentColumns).where("id", "=", agentId);
}

export function agentNotFound(): AppError {
  return new AppError("not_found", "Agent not found");
}
