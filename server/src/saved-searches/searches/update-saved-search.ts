import { requireClient } from "../../favorites/index.ts";
import { lockPerson } from "../../leads/index.ts";
import { newestListingRevision, type UsesListings } from "../../listings/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { UsesSearch } from "../../search/index.ts";
import { lockClient, reschedule } from "../alerts/reschedule.ts";
import { setTimeZone } from "../alerts/time-zones.ts";
import type { SavedSearch, SearchParams, UpdateSavedSearchBody } from "../saved-searches.schemas.ts";
import { type Definition, readDefinition } from "./read-definition.ts";
import { definitionColumns, requireSearch, type SavedSearchRow, toSearchRow } from "./saved-search-row.ts";
import { searchView } from "./search-view.ts";

/**
 * Changes a search of the client; fields that are absent stay. A paused search becomes active (search.md, D50). What it finds only since
 * its filters or its query have changed is not new to it. What was scheduled is scheduled anew.
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 404 `Search not found`; 422 as `readDefinition`.
 */
export async function updateSavedSearch(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  { id, time_zone: timeZone, ...changes }: SearchParams & UpdateSavedSearchBody,
): Promise<SavedSearch> {
  const client = await requireClient(ctx);
  const { clientId } = client;
  const before = await requireSearch(ctx.db, { id, clientId });
  const definition = await changedDefinition(ctx, before, changes);
  return inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx, client);
    await requireClient(ctx);
    await requireSearch(ctx.db, { id, clientId });
    const recipient = await lockClient(ctx, client);
    const { name, frequency, channels, events } = changes;
    const row = await ctx.db
      .updateTable("saved_searches")
      .set({
        ...(name !== undefined && { name: name || null }),
        ...(frequency !== undefined && { frequency }),
        ...(channels !== undefined && { channels }),
        ...(events !== undefined && { events }),
        ...(definition && definitionColumns(definition, ctx, await newestListingRevision(ctx.db))),
        status: "active",
        updated_at: ctx.clock.now(),
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (timeZone === undefined) await reschedule(ctx, recipient);
    else await setTimeZone(ctx, client, timeZone);
    return searchView(ctx, toSearchRow(row));
  });
}

async function changedDefinition(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  before: SavedSearchRow,
  { filters, query }: Pick<UpdateSavedSearchBody, "filters" | "query">,
): Promise<Definition | null> {
  if (filters === undefined && query === undefined) return null;
  return readDefinition(ctx, {
    filters: filters ?? before.filters,
    query: query === undefined ? before.query : query,
  });
}
