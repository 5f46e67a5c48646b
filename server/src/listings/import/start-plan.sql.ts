import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Photos of the source are copied; photos of it are copied, or were. */
export type PlanStart = { revision: number; copiesPhotos: boolean; hasCopies: boolean };

/**
 * The newest committed revision: if it is unchanged under the lock, there was no write in between. Not the sequence's value,
 * which is ahead of the committed rows while a writer is active.
 *
 * Also sets `random_page_cost` of this transaction to that of a solid-state disk: with PostgreSQL's default a batch of 1,000 keys
 * reads the whole table up to some 150,000 listings.
 *
 * Index: the ends of listings_revision and listing_tombstones_revision; sources_pkey. Expected: one row.
 */
export async function startPlan(db: Db, sourceId: number): Promise<PlanStart> {
  const { rows } = await sql<PlanStart>`
    select
      greatest(
        (select max(revision) from listings),
        (select max(revision) from listing_tombstones),
        0
      ) as revision,
      exists (select from sources where id = ${sourceId} and copies_photos) as "copiesPhotos",
      exists (select from sources where id = ${sourceId} and has_copies) as "hasCopies",
      set_config('random_page_cost', '1.1', true)`.execute(db);
  return rows[0] as PlanStart;
}
