import type { UsesBrokerages } from "../brokerages/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { checkChanges } from "./check-changes.ts";
import { lockPendingSuggestion, recordDecision } from "./record-decision.ts";
import type { Suggestion } from "./suggestions.schemas.ts";
import { targets } from "./targets.ts";
import { presentSuggestion } from "./visible-suggestions.ts";

/**
 * Applies the suggested edit through the target's own update operation, in one transaction with the decision.
 *
 * @throws AppError 404 `Suggestion not found`, or the target's own text when it was deleted; 409 when it was decided
 * before; 400 or 422 when the edit is no longer possible: the suggestion then stays pending.
 */
export async function approveSuggestion(
  ctx: ActorContext<UsesBrokerages & UsesModels>,
  { suggestion_id }: { suggestion_id: number },
): Promise<Suggestion> {
  return inTransaction(ctx, async (ctx) => {
    const pending = await lockPendingSuggestion(ctx, suggestion_id);
    const { target_type, target_id, changes } = presentSuggestion(pending);
    await targets[target_type].update(ctx, target_id, checkChanges(target_type, changes));
    return recordDecision(ctx, pending, { status: "approved", reason: null });
  });
}
