import { brokerageSummary } from "../brokerages/index.ts";
import type { Context } from "../platform/context.ts";
import { presentAgent } from "./agent-row.ts";
import type { Agent } from "./agents.schemas.ts";
import { visibleAgent } from "./visible-agents.ts";

/**
 * One agent (SPEC: Agent). Admins also see disabled agents.
 *
 * @throws AppError 404 `Agent not found`.
 */
export async function getAgent(ctx: Context, { agent_id }: { agent_id: number }): Promise<Agent> {
  const row = await visibleAgent(ctx, agent_id);
  return presentAgent(ctx, row, await brokerageSummary(ctx.db, row.brokerage_id));
}
