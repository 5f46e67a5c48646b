import type { Selectable } from "kysely";
import type { GivenFilters } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { SavedSearches } from "../../platform/database/types.generated.ts";
import { AppError } from "../../platform/errors.ts";
import type { AlertChannel, EventKind, Frequency, SearchStatus } from "../saved-searches.schemas.ts";
import type { Criteria } from "./criteria.ts";
import type { Definition } from "./read-definition.ts";

/** Per client (search.md, D42). */
export const MAX_SEARCHES = 50;

/** How a client wants to hear of a search. */
export type AlertWish = { frequency: Frequency; channels: AlertChannel[]; events: EventKind[] };

export type SavedSearchRow = Omit<
  Selectable<SavedSearches>,
  "given_filters" | "criteria" | "interpreted" | "frequency" | "channels" | "events" | "status"
> &
  AlertWish & {
    filters: GivenFilters;
    criteria: Criteria;
    interpreted: Definition["interpreted"];
    status: SearchStatus;
  };

/** A stored search. The database has checked its words, and `readDefinition` its filters. */
export function toSearchRow({ given_filters, ...row }: Selectable<SavedSearches>): SavedSearchRow {
  return { ...row, filters: given_filters } as unknown as SavedSearchRow;
}

/** The searches of a client, newest first. Index saved_searches_client. Expected: at most MAX_SEARCHES rows. */
export async function searchesOfClient(db: Db, clientId: number): Promise<SavedSearchRow[]> {
  const rows = await db
    .selectFrom("saved_searches")
    .selectAll()
    .where("client_id", "=", clientId)
    .orderBy("id", "desc")
    .execute();
  return rows.map(toSearchRow);
}

/** The searches of clients. Index saved_searches_client. Expected: a handful of each. */
export async function searchesOfClients(db: Db, clientIds: readonly number[]): Promise<SavedSearchRow[]> {
  if (clientIds.length === 0) return [];
  const rows = await db
    .selectFrom("saved_searches")
    .selectAll()
    .where("client_id", "in", clientIds)
    .execute();
  return rows.map(toSearchRow);
}

/**
 * A search of the client.
 *
 * @throws AppError 404 `Search not found`, also for another client's.
 */
export async function requireSearch(
  db: Db,
  { id, clientId }: { id: number; clientId: number },
): Promise<SavedSearchRow> {
  const row = await db
    .selectFrom("saved_searches")
    .selectAll()
    .where("id", "=", id)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", "Search not found");
  return toSearchRow(row);
}

/** The columns of a definition, and from when on what matches is new: from now. */
export function definitionColumns(
  { filters, query, interpreted, criteria }: Definition,
  { clock }: Pick<Context, "clock">,
  matchingAfter: number,
) {
  return {
    given_filters: toJsonb(filters),
    query,
    interpreted: interpreted && toJsonb(interpreted),
    criteria: toJsonb(criteria),
    matching_since: clock.now(),
    matching_after: matchingAfter,
  };
}
