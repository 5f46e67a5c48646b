import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/** What every row of the change log has: which listing, and its place in the order of all changes. */
export type Change = { id: number; revision: number };

/**
 * The listings that have changed after `revision`, in the order of their changes, at most `limit`: each that is there once, public or
 * not, under its last change, and each that is gone.
 *
 * Every reader of the log goes through here. To add one, write a function in `change-log.ts` beside this file that names what it wants
 * to know of `listings`; **of a listing that is gone every column of `listings` is null**, so conditions on them are null too
 * (`coalesce`, or a `case` with its `else`). What it has read through is its own business: the last row's revision, kept with what it
 * has made of the rows. **Before it reads on it calls `missedDeletions`**: who was away for longer than tombstones are kept compares all
 * it has made with what is there. Its plan belongs into test/query-plans.listings.test.ts.
 *
 * Index: listings_revision, listing_tombstones_revision; both sides are range scans that stop at the limit, and nothing is joined:
 * the planner knows that a join on false finds nothing. Expected: 0 rows and 0.1 ms on the quarter-second poll of the listing index.
 * Rejected: LISTEN/NOTIFY, which needs a connection of its own, does not pass poolers, and must be backed by this query anyway for
 * what was missed.
 *
 * @param columns select items on `listings`, each with a name.
 */
export async function changesAfter<Row extends Change>(
  db: Db,
  columns: RawBuilder<unknown>,
  { revision, limit }: { revision: number; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    (
      select id, revision, ${columns}
      from listings
      where revision > ${revision}
      order by revision
      limit ${limit}
    )
    union all
    (
      select gone_id, gone_revision, ${columns}
      from (
        select listing_id as gone_id, revision as gone_revision
        from listing_tombstones
        where revision > ${revision}
        order by revision
        limit ${limit}
      ) gone
      left join listings on false
    )
    order by revision
    limit ${limit}`.execute(db);
  return rows;
}
