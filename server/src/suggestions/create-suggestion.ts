import { recordChange } from "../audit/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { toJsonb } from "../platform/database/to-jsonb.ts";
import { checkChanges } from "./check-changes.ts";
import type { CreateSuggestionBody, Suggestion } from "./suggestions.schemas.ts";
import { targets } from "./targets.ts";
import { presentSuggestion } from "./visible-suggestions.ts";

/**
 * Creates a suggested edit for a broker to decide on (SPEC: Roles; decisions.md: Identity). Agents may suggest edits
 * of any record of their brokerage; brokers and admins may too.
 *
 * @throws AppError 404 with the target's own text when the caller does not see it; 422 when the target's update would
 * refuse the changes, or they would change nothing.
 */
export async function createSuggestion(ctx: ActorContext, input: CreateSuggestionBody): Promise<Suggestion> {
  const { target_type, target_id, note } = input;
  return inTransaction(ctx, async (ctx) => {
    const brokerageId = await targets[target_type].brokerageOf(ctx, target_id);
    const changes = checkChanges(target_type, input.changes);
    const row = await ctx.db
      .insertInto("suggestions")
      .values({
        brokerage_id: brokerageId,
        target_type,
        target_id,
        changes: toJsonb(changes),
        note: note || null,
        submitted_by: ctx.actor.name,
        submitted_by_agent_id: ctx.actor.agentId,
        created_at: ctx.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const suggestion = presentSuggestion(row);
    await recordChange(ctx, {
      action: "create",
      targetType: "suggestion",
      targetId: row.id,
      brokerageId,
      after: suggestion,
    });
    return suggestion;
  });
}
