import { recordChange } from "../audit/index.ts";
import { requireBrokerage } from "../brokerages/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { canSee } from "../platform/http/permissions.ts";
import { changedColumns, rejectTakenSlug } from "./agent-changes.ts";
import type { CreateAgentBody } from "./agent-inputs.schemas.ts";
import { agentColumns } from "./agent-row.ts";
import type { CreatedAgent } from "./agents.schemas.ts";
import { indexAgent } from "./index-agent.ts";

/**
 * Adds an agent to a brokerage (SPEC: Agents).
 *
 * @throws AppError 403 for another brokerage than the caller's; 404 `Brokerage not found` for one that is missing or
 * disabled; 400 `Agent with slug '<slug>' already exists`.
 */
export async function createAgent(ctx: Context<UsesModels>, input: CreateAgentBody): Promise<CreatedAgent> {
  const { brokerage_id, name, slug, email } = input;
  if (ctx.actor && !canSee(ctx.actor, brokerage_id)) {
    throw new AppError("forbidden", "Cannot create agent for another brokerage");
  }
  return inTransaction(ctx, async (ctx) => {
    await requireBrokerage(ctx.db, brokerage_id);
    const now = ctx.clock.now();
    const inserting = ctx.db
      .insertInto("agents")
      .values({
        ...changedColumns(ctx, input, { social_links: {} }),
        ...{ brokerage_id, name, slug, email },
        created_at: now,
        updated_at: now,
      })
      .returning(agentColumns)
      .executeTakeFirstOrThrow();
    const agent = await rejectTakenSlug(slug, inserting);
    await recordChange(ctx, {
      action: "create",
      targetType: "agent",
      targetId: agent.id,
      brokerageId: brokerage_id,
      after: agent,
    });
    await indexAgent(ctx, agent);
    const { id, created_at } = agent;
    const status = agent.status as CreatedAgent["status"];
    return { id, broker_id: brokerage_id, name, slug, email, status, created_at };
  });
}
