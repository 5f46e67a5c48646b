import { recordChange } from "../audit/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import type { Suggestion } from "./suggestions.schemas.ts";
import {
  presentSuggestion,
  type SuggestionRow,
  suggestionNotFound,
  visibleSuggestions,
} from "./visible-suggestions.ts";

/**
 * Locks a pending suggestion until the transaction ends: of two concurrent decisions, the second fails.
 *
 * @throws AppError 404 `Suggestion not found`; 409 when it was decided before.
 */
export async function lockPendingSuggestion(ctx: ActorContext, suggestionId: number): Promise<SuggestionRow> {
  const row = await visibleSuggestions(ctx)
    .selectAll()
    .where("id", "=", suggestionId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw suggestionNotFound();
  if (row.status !== "pending") throw new AppError("conflict", `Suggestion is already ${row.status}`);
  return row;
}

const auditActions = { approved: "approve", rejected: "reject" } as const;

/** Stores the decision and its author. */
export async function recordDecision(
  ctx: ActorContext,
  pending: SuggestionRow,
  decision: { status: keyof typeof auditActions; reason: string | null },
): Promise<Suggestion> {
  const row = await ctx.db
    .updateTable("suggestions")
    .set({ ...decision, decided_by: ctx.actor.name, decided_at: ctx.clock.now() })
    .where("id", "=", pending.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = presentSuggestion(row);
  await recordChange(ctx, {
    action: auditActions[decision.status],
    targetType: "suggestion",
    targetId: row.id,
    brokerageId: row.brokerage_id,
    before: presentSuggestion(pending),
    after,
  });
  return after;
}
