import type { ActorContext } from "../platform/context.ts";
import type { Suggestion } from "./suggestions.schemas.ts";
import { presentSuggestion, visibleSuggestion } from "./visible-suggestions.ts";

/**
 * Returns one suggestion with its decision.
 *
 * @throws AppError 404 `Suggestion not found`, also when the caller does not see it.
 */
export async function getSuggestion(
  ctx: ActorContext,
  { suggestion_id }: { suggestion_id: number },
): Promise<Suggestion> {
  return presentSuggestion(await visibleSuggestion(ctx, suggestion_id));
}
