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
 * A suggestion that is still open, held until the transaction ends: of two who decide at once, the second finds it
 * decided.
 *
 * @throws AppError 404 `Suggestion not found`; 409 when it has been decided.
 */
export async function lockPending(ctx: ActorContext, suggestionId: number): Promise<SuggestionRow> {
  const row = await visibleSuggestions(ctx)
    .selectAll()
    .where("id", "=", suggestionId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw suggestionNotFound();
  if (row.status !== "pending") throw new AppError("conflict", `Suggestion is already ${row.status}`);
  return row;
}

const actionOf = { approved: "approve", rejected: "reject" } as const;

/** Writes down the decision and who made it. */
export async function decide(
  ctx: ActorContext,
  pending: SuggestionRow,
  decision: { status: keyof typeof actionOf; reason: string | null },
): Promise<Suggestion> {
  const row = await ctx.db
    .updateTable("suggestions")
    .set({ ...decision, decided_by: ctx.actor.name, decided_at: ctx.clock.now() })
    .where("id", "=", pending.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = presentSuggestion(row);
  await recordChange(ctx, {
    action: actionOf[decision.status],
    targetType: "suggestion",
    targetId: row.id,
    brokerageId: row.brokerage_id,
    before: presentSuggestion(pending),
    after,
  });
  return after;
}
