import { requireClient } from "../../favorites/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { SearchParams, SearchSeen } from "../saved-searches.schemas.ts";
import { requireSearch } from "./saved-search-row.ts";

/**
 * Notes that the client has seen what a search finds: nothing is new to it any more (search.md, D44).
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 404 `Search not found`.
 */
export async function markSearchSeen(ctx: TenantContext, { id }: SearchParams): Promise<SearchSeen> {
  const { clientId } = await requireClient(ctx);
  await requireSearch(ctx.db, { id, clientId });
  const last_seen_at = ctx.clock.now();
  await ctx.db.updateTable("saved_searches").set({ last_seen_at }).where("id", "=", id).execute();
  return { last_seen_at };
}
