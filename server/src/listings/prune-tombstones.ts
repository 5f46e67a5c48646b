import { sql } from "kysely";
import type { Context } from "../platform/context.ts";

const KEPT_DAYS = 30;

/**
 * Forgets deletions that every process has long seen; one that has not compares what it has with what is there (`changesAfter`). In
 * one statement, as there may be hundreds of thousands: a feed's whole source goes at once.
 */
export async function pruneTombstones({ db, clock }: Context): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await sql`
    with gone as (
      delete from listing_tombstones
      where deleted_at < ${oldest}
      returning revision
    )
    update listing_log
    set pruned_through = greatest(pruned_through, (select max(revision) from gone))
    where exists (select 1 from gone)`.execute(db);
}
