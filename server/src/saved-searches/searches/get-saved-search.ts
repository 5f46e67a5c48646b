import { requireClient } from "../../favorites/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { SavedSearch, SearchParams } from "../saved-searches.schemas.ts";
import { requireSearch } from "./saved-search-row.ts";
import { searchView } from "./search-view.ts";

/**
 * A search of the client, with what it finds now.
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 404 `Search not found`.
 */
export async function getSavedSearch(
  ctx: TenantContext<UsesListings>,
  { id }: SearchParams,
): Promise<SavedSearch> {
  const { clientId } = await requireClient(ctx);
  return searchView(ctx, await requireSearch(ctx.db, { id, clientId }));
}
