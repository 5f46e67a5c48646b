import type { UsesModels } from "../models/index.ts";
import type { ActorContext } from "../platform/context.ts";
import type { UpdateOwnProfileBody } from "./agent-inputs.schemas.ts";
import type { Agent } from "./agents.schemas.ts";
import { changeAgent } from "./change-agent.ts";
import { agentNotFound } from "./visible-agents.ts";

/**
 * Changes the fields that agents may edit of their own profile; name, slug, email, status and weight are the broker's.
 *
 * @throws AppError 404 `Agent not found` for a caller who is not an agent.
 */
export async function updateOwnProfile(
  ctx: ActorContext<UsesModels>,
  changes: UpdateOwnProfileBody,
): Promise<Agent> {
  const { agentId } = ctx.actor;
  if (agentId === null) throw agentNotFound();
  return changeAgent(ctx, agentId, changes);
}
