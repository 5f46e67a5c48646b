import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Touched = {
  /** How many listings were written. */
  touched: number;
  /** The key of the last listing that was looked at; null when there are no more. */
  lastKey: string | null;
};

/**
 * Gives the next listings of a source new revisions, so that all readers of the change log read them again under the source's rules.
 *
 * Index: listings_source_id_listing_key_key, listings_pkey. Expected: at most `limit` rows.
 */
export async function touchListings(
  db: Db,
  { sourceId, rulesRevision, after, limit }: TouchBatch,
): Promise<Touched> {
  const { rows } = await sql<Touched>`
    with next_listings as (
      select id, listing_key
      from listings
      where source_id = ${sourceId}
        and listing_key > ${after}
      order by listing_key
      limit ${limit}
    ),
    touched as (
      update listings
      set rules_revision = ${rulesRevision}
      where id in (select id from next_listings)
        and rules_revision <> ${rulesRevision}
      returning id
    )
    select (select count(*) from touched) as touched, (select max(listing_key) from next_listings) as "lastKey"`.execute(
    db,
  );
  return rows[0] as Touched;
}

export type TouchBatch = { sourceId: number; rulesRevision: number; after: string; limit: number };
