import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { decide, lockPending } from "./decide.ts";
import type { Suggestion } from "./suggestions.schemas.ts";

/**
 * Turns a suggestion down, with the reason that its author reads.
 *
 * @throws AppError 404 `Suggestion not found`; 409 when it has been decided.
 */
export async function rejectSuggestion(
  ctx: ActorContext,
  { suggestion_id, reason }: { suggestion_id: number; reason: string },
): Promise<Suggestion> {
  return inTransaction(ctx, async (ctx) => {
    const pending = await lockPending(ctx, suggestion_id);
    return decide(ctx, pending, { status: "rejected", reason });
  });
}
