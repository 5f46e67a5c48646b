import type { UsesPhotos } from "../photos/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { presentPublicAgents, publicAgentColumns } from "./agent-row.ts";
import type { PublicAgent } from "./agents.schemas.ts";
import { publicAgents } from "./list-public-agents.ts";
import { agentNotFound } from "./visible-agents.ts";

/**
 * One agent of this brokerage, for its website (SPEC: Agents).
 *
 * @throws AppError 404 `Agent not found`: missing, inactive, disabled, or another brokerage's.
 */
export async function getPublicAgent(
  ctx: TenantContext<UsesPhotos>,
  { slug }: { slug: string },
): Promise<PublicAgent> {
  const row = await publicAgents(ctx).select(publicAgentColumns).where("slug", "=", slug).executeTakeFirst();
  if (!row) throw agentNotFound();
  const [agent] = await presentPublicAgents(ctx, [row]);
  return agent as PublicAgent;
}
