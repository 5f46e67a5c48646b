import { requireClient } from "../../favorites/index.ts";
import { listMatches, type UsesListings } from "../../listings/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { EncodedJson } from "../../platform/http/json-body.ts";
import { parseTimestamp } from "../../platform/parse-timestamp.ts";
import { rankMatches, type UsesSearch } from "../../search/index.ts";
import { recordAlertClick } from "../alerts/clicks/record-alert-click.ts";
import type { ResultsQuery, SearchParams } from "../saved-searches.schemas.ts";
import { listingsNewTo, newMatches } from "./new-matches.ts";
import { requireSearch, type SavedSearchRow } from "./saved-search-row.ts";
import { searchFilters } from "./search-filters.ts";

/**
 * What a search of the client finds now, newest first; where it has a query with words that are no filters, the best matches of those
 * first (search.md, D39, D44). `since`: only listings that began to match later; those that matched when the search was saved began then.
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 404 `Search not found`.
 */
export async function listSearchResults(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { id, since, ref, ...page }: SearchParams & ResultsQuery,
): Promise<EncodedJson> {
  const { clientId } = await requireClient(ctx);
  const row = await requireSearch(ctx.db, { id, clientId });
  if (ref !== undefined && !ctx.isPreview) await recordAlertClick(ctx, { ref, listingId: null });
  const filters = await searchFilters(ctx, row);
  const from = since === undefined ? null : (parseTimestamp(since)?.at ?? null);
  if (from !== null && from >= row.matching_since) {
    const ids = listingsNewTo(id, from, await newMatches(ctx.db, clientId, from));
    return listMatches(ctx, { ...filters, ...only(ctx, ids, filters) }, page);
  }
  return listMatches(ctx, filters, page, await ranked(ctx, row, filters));
}

/** The filter that leaves these listings; of those that are named anyway, the named ones. */
function only(
  ctx: TenantContext<UsesListings>,
  ids: ReadonlySet<number>,
  { listingIds }: Awaited<ReturnType<typeof searchFilters>>,
): { listingIds: string[] } {
  const named =
    listingIds === undefined ? null : new Set([listingIds].flat().map((each) => each.toLowerCase()));
  const hits = ctx.listings.index.hitsOf([...ids]).map(({ listingId }) => listingId.toLowerCase());
  return { listingIds: hits.filter((each) => named === null || named.has(each)) };
}

async function ranked(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { interpreted, filters: given }: SavedSearchRow,
  filters: Awaited<ReturnType<typeof searchFilters>>,
): Promise<number[]> {
  if (interpreted === null) return [];
  const { allowed, ...reading } = interpreted;
  const named = { ...reading.filters, ...given } as SavedSearchRow["filters"];
  const { compared_as: wishes } = reading;
  const understood = {
    ...{ query: allowed, interpreted: reading, filters, named, wishes },
    // These explain a reply to the query, or leave ranking out for its sake.
    ...{ pieces: [], isFiltersOnly: false },
  };
  // In the queue of all searches that compare meanings.
  return ctx.searches.run(ctx.caller, ctx.signal, () => rankMatches(ctx, understood));
}
