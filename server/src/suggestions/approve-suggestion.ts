import type { UsesBrokerages } from "../brokerages/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { checkedChanges } from "./check-changes.ts";
import { decide, lockPending } from "./decide.ts";
import type { Suggestion } from "./suggestions.schemas.ts";
import { targets } from "./targets.ts";
import { presentSuggestion } from "./visible-suggestions.ts";

/**
 * Makes the suggested edit, by the same operation as any other edit, and the decision with it or neither.
 *
 * @throws AppError 404 `Suggestion not found`, or the target's own text when it is gone; 409 when it has been decided;
 *   400 or 422 when the edit is no longer possible: the suggestion then stays pending.
 */
export async function approveSuggestion(
  ctx: ActorContext<UsesBrokerages & UsesModels>,
  { suggestion_id }: { suggestion_id: number },
): Promise<Suggestion> {
  return inTransaction(ctx, async (ctx) => {
    const pending = await lockPending(ctx, suggestion_id);
    const { target_type, target_id, changes } = presentSuggestion(pending);
    await targets[target_type].update(ctx, target_id, checkedChanges(target_type, changes));
    return decide(ctx, pending, { status: "approved", reason: null });
  });
}
