import type { ActorContext } from "../platform/context.ts";
import type { Suggestion } from "./suggestions.schemas.ts";
import { presentSuggestion, suggestionNotFound, visibleSuggestions } from "./visible-suggestions.ts";

/**
 * Returns one suggestion with its decision.
 *
 * @throws AppError 404 `Suggestion not found`, also when the caller does not see it.
 */
export async function getSuggestion(
  ctx: ActorContext,
  { suggestion_id }: { suggestion_id: number },
): Promise<Suggestion> {
  const row = await visibleSuggestions(ctx).selectAll().where("id", "=", suggestion_id).executeTakeFirst();
  if (!row) throw suggestionNotFound();
  return presentSuggestion(row);
}
