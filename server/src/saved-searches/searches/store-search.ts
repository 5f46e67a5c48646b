import { warmLeadsOfClient } from "../../engagement/index.ts";
import { newestListingRevision } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { lockClient } from "../alerts/reschedule.ts";
import type { Definition } from "./read-definition.ts";
import {
  type AlertWish,
  definitionColumns,
  MAX_SEARCHES,
  type SavedSearchRow,
  toSearchRow,
} from "./saved-search-row.ts";

/** A search to be stored: what it looks for, and how its client wants to hear of it. */
export type NewSearch = AlertWish & { name: string | null; definition: Definition };

type Owner = { brokerageId: number; clientId: number };

/**
 * Stores a search of a client, in a transaction that holds the person's lock (`lockPerson`). Listings that match already are not new to
 * it. A search that clients save themselves is a sign of interest for their leads (search.md, D55).
 *
 * @param madeBy the member of staff who makes it for a lead.
 * @throws AppError 409 for the 51st search of a client (D42).
 */
export async function storeSearch(
  ctx: Context,
  { brokerageId, clientId }: Owner,
  { name, definition, frequency, channels, events }: NewSearch,
  madeBy: string | null = null,
): Promise<SavedSearchRow> {
  await requireSpace(ctx, clientId);
  // Before the lock of all searches' revisions, which the insert takes: as where searches are changed.
  await lockClient(ctx, { brokerageId, clientId });
  const now = ctx.clock.now();
  const row = await ctx.db
    .insertInto("saved_searches")
    .values({
      brokerage_id: brokerageId,
      client_id: clientId,
      name,
      ...definitionColumns(definition, ctx, await newestListingRevision(ctx.db)),
      frequency,
      channels,
      events,
      made_by: madeBy,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (madeBy === null) {
    const signal = { kind: "saved_search" as const, occurredAt: now, origin: `saved search:${row.id}` };
    await warmLeadsOfClient(ctx, { brokerageId, clientId }, [signal]);
  }
  return toSearchRow(row);
}

/** Index saved_searches_client. */
async function requireSpace({ db }: Context, clientId: number): Promise<void> {
  const { count } = await db
    .selectFrom("saved_searches")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  if (Number(count) < MAX_SEARCHES) return;
  throw new AppError(
    "conflict",
    `Cannot save the search: there are ${MAX_SEARCHES} already. Delete one of them first`,
  );
}
