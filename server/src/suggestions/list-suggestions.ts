import type { ActorContext } from "../platform/context.ts";
import { envelope, rowsOf } from "../platform/http/list-envelope.ts";
import type { SuggestionListQuery, SuggestionPage } from "./suggestions.schemas.ts";
import { presentSuggestion, visibleSuggestions } from "./visible-suggestions.ts";

/**
 * Lists the suggestions that the caller sees, newest first: agents their own, brokers their brokerage's, admins all.
 */
export async function listSuggestions(
  ctx: ActorContext,
  input: SuggestionListQuery,
): Promise<SuggestionPage> {
  const { status, target_type } = input;
  const matching = visibleSuggestions(ctx)
    .$if(status !== undefined, (query) => query.where("status", "=", status as string))
    .$if(target_type !== undefined, (query) => query.where("target_type", "=", target_type as string));
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await matching.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return envelope(rows.map(presentSuggestion), total, input);
}
