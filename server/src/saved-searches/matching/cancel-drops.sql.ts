import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** The clients who are to be told of a price drop of these listings. Index: search_events_pending. Expected: none as a rule. */
export async function clientsAwaitingDrops(db: Db, listingIds: readonly number[]): Promise<number[]> {
  if (listingIds.length === 0) return [];
  const { rows } = await sql<{ client_id: number }>`
    select distinct client_id
    from search_events
    where pending
      and listing_id = any(${listingIds}::bigint[])
      and from_price is not null`.execute(db);
  return rows.map(({ client_id }) => client_id);
}

/**
 * Takes a price drop out of what is told, where the price is back at what it was before (search.md, D46). Clients must be locked.
 *
 * @param prices by listing, as they are now.
 */
export async function cancelDrops(db: Db, prices: ReadonlyMap<number, number>): Promise<void> {
  if (prices.size === 0) return;
  await sql`
    update search_events
    set
      kinds = array_remove(kinds, 'price_drop'),
      from_price = null,
      pending = array_remove(kinds, 'price_drop') <> '{}'
    from unnest(${[...prices.keys()]}::bigint[], ${[...prices.values()]}::numeric[]) as risen (listing_id, price)
    where pending
      and search_events.listing_id = risen.listing_id
      and from_price <= risen.price`.execute(db);
}
