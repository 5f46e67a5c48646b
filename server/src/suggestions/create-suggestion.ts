import { recordChange } from "../audit/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { checkedChanges } from "./check-changes.ts";
import type { CreateSuggestionBody, Suggestion } from "./suggestions.schemas.ts";
import { targets } from "./targets.ts";
import { presentSuggestion } from "./visible-suggestions.ts";

/**
 * Proposes an edit that a broker decides on (SPEC: Roles; decisions.md: Identity). Agents propose about any record of
 * their brokerage; brokers and admins may too.
 *
 * @throws AppError 404 with the target's own text when it is not there for the caller; 422 when the target's edit would
 *   not take the changes, or they would change nothing.
 */
export async function createSuggestion(ctx: ActorContext, input: CreateSuggestionBody): Promise<Suggestion> {
  const { target_type, target_id, note } = input;
  return inTransaction(ctx, async (ctx) => {
    const brokerageId = await targets[target_type].brokerageOf(ctx, target_id);
    const changes = checkedChanges(target_type, input.changes);
    const row = await ctx.db
      .insertInto("suggestions")
      .values({
        brokerage_id: brokerageId,
        target_type,
        target_id,
        changes: JSON.stringify(changes, wellFormed),
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

/** JSON keeps no halves of characters, which text columns replace by themselves. */
function wellFormed(_name: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
