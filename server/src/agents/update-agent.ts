import type { UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import type { PutAgentBody } from "./agent-inputs.schemas.ts";
import type { Agent } from "./agents.schemas.ts";
import { changeAgent } from "./change-agent.ts";

/**
 * Changes the fields in the body (SPEC: Agents); approved suggestions are applied here too. An admin restores a
 * disabled agent with `disabled_at: null`, as long as its brokerage is not disabled.
 *
 * @throws AppError 404 `Agent not found`; 400 `Agent with slug '<slug>' already exists`.
 */
export async function updateAgent(
  ctx: Context<UsesModels>,
  { agent_id, ...changes }: PutAgentBody & { agent_id: number },
): Promise<Agent> {
  return changeAgent(ctx, agent_id, changes);
}
