import type { UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { effectiveFrequency } from "../alerts/backoff.ts";
import { type Recipient, recipientOf } from "../alerts/recipients.ts";
import type { SavedSearch } from "../saved-searches.schemas.ts";
import { listingsNewTo, type NewMatch, newMatches } from "./new-matches.ts";
import type { SavedSearchRow } from "./saved-search-row.ts";
import { searchFilters } from "./search-filters.ts";

/**
 * Searches of one client as the API shows them, with what they find now.
 *
 * @param forStaff leaves out what a query says of protected classes: staff must not act on it.
 */
export async function viewsOf(
  ctx: TenantContext<UsesListings>,
  clientId: number,
  rows: readonly SavedSearchRow[],
  { forStaff = false } = {},
): Promise<SavedSearch[]> {
  if (rows.length === 0) return [];
  const recipient = await recipientOf(ctx.db, { clientId, brokerageId: ctx.tenant.brokerageId });
  const earliest = new Date(Math.min(...rows.map((row) => seenAt(row).getTime())));
  const matches = await newMatches(ctx.db, clientId, earliest);
  const views: SavedSearch[] = [];
  for await (const row of iterateYielding(rows))
    views.push(await viewOf(ctx, row, { recipient, matches, forStaff }));
  return views;
}

/** One search. */
export async function searchView(
  ctx: TenantContext<UsesListings>,
  row: SavedSearchRow,
): Promise<SavedSearch> {
  const [view] = await viewsOf(ctx, row.client_id, [row]);
  return view as SavedSearch;
}

type Known = { recipient: Recipient; matches: readonly NewMatch[]; forStaff: boolean };

async function viewOf(
  ctx: TenantContext<UsesListings>,
  row: SavedSearchRow,
  { recipient, matches, forStaff }: Known,
): Promise<SavedSearch> {
  const matching = ctx.listings.index.matchingSet(await searchFilters(ctx, row));
  const isNew = [...listingsNewTo(row.id, seenAt(row), matches)].filter((id) => matching.has(id));
  const { allowed = null, ...interpreted } = row.interpreted ?? {};
  return {
    id: row.id,
    name: row.name,
    filters: row.filters as SavedSearch["filters"],
    query: forStaff ? allowed : row.query,
    interpreted:
      row.interpreted && ({ ...interpreted, ...(forStaff && { refused: [] }) } as SavedSearch["interpreted"]),
    frequency: row.frequency,
    effective_frequency: effectiveFrequency(row, recipient, ctx.clock.now()),
    channels: row.channels,
    events: row.events,
    status: row.status,
    time_zone: recipient.timeZone,
    total: matching.size,
    new_count: isNew.length,
    last_seen_at: row.last_seen_at,
    made_by: row.made_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** From when on listings count as new. */
function seenAt({ last_seen_at, matching_since }: SavedSearchRow): Date {
  return last_seen_at !== null && last_seen_at > matching_since ? last_seen_at : matching_since;
}
