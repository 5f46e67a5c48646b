import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { lockPendingSuggestion, recordDecision } from "./record-decision.ts";
import type { Suggestion } from "./suggestions.schemas.ts";

/**
 * Rejects a suggestion, with a reason for its author.
 *
 * @throws AppError 404 `Suggestion not found`; 409 when it was decided before.
 */
export async function rejectSuggestion(
  ctx: ActorContext,
  { suggestion_id, reason }: { suggestion_id: number; reason: string },
): Promise<Suggestion> {
  return inTransaction(ctx, async (ctx) => {
    const pending = await lockPendingSuggestion(ctx, suggestion_id);
    return recordDecision(ctx, pending, { status: "rejected", reason });
  });
}
