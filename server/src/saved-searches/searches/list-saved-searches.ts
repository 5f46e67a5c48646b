import { requireClient } from "../../favorites/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import type { SavedSearchList, SearchesQuery } from "../saved-searches.schemas.ts";
import { searchesOfClient } from "./saved-search-row.ts";
import { viewsOf } from "./search-view.ts";

/**
 * The searches of the client, newest first (search.md, D43).
 *
 * @throws AppError 401 for any token that is not valid at this brokerage.
 */
export async function listSavedSearches(
  ctx: TenantContext<UsesListings>,
  page: SearchesQuery,
): Promise<SavedSearchList> {
  const { clientId } = await requireClient(ctx);
  const rows = await searchesOfClient(ctx.db, clientId);
  const { offset, limit } = rowsOf(page);
  return envelope(await viewsOf(ctx, clientId, rows.slice(offset, offset + limit)), rows.length, page);
}
