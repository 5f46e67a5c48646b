import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { changesAfter } from "./changes-after.sql.ts";
import { readHiding } from "./rules/read-source-states.ts";
import { shownFields } from "./rules/shown-fields.ts";
import { isPublic, isPublicWithoutRules, statusInApi } from "./statuses.ts";

/** A change as those outside may be told of it: of a listing that is not for the public, only that it is gone. */
export type AnnouncedListing = {
  id: number;
  revision: number;
  /** Null when nothing is announced: the row is gone (and its owner with it), or it was never public. */
  change: "created" | "updated" | "removed" | null;
  listing_id: string;
  source_id: number;
  source: string;
  /** As the API says it; null once it is removed, as all of the following. */
  status: string | null;
  list_price: number | null;
  /** Null where it must not be shown, too. */
  address: string | null;
  city: string | null;
  state: string | null;
  updated_at: Date;
};

/**
 * What has changed after `revision`, in the order of the changes. A listing counts as created when it has not changed since it
 * came, or came after `since`. Index: see `changesAfter`; sources_pkey.
 *
 * @param since when the change log was last read, by the database's clock.
 */
export async function announcedListings(
  db: Db,
  { revision, since, limit }: { revision: number; since: Date; limit: number },
): Promise<AnnouncedListing[]> {
  const isNew = sql`(created_at = updated_at or created_at > ${since})`;
  const shown = (column: string) =>
    sql`case when ${isPublic} then ${sql.ref(column)} end as ${sql.ref(column)}`;
  // Read again for the rules of its source alone: what they have hidden is removed, and nothing else is announced.
  const isUnchanged = sql`content_revision between 1 and ${revision}`;
  const rows = await changesAfter<AnnouncedListing & { show_address: boolean }>(
    db,
    sql`
      case
        when ${isUnchanged} then case when ${isPublicWithoutRules} and not ${isPublic} then 'removed' end
        when ${isPublic} then case when ${isNew} then 'created' else 'updated' end
        when not ${isNew} then 'removed'
      end as change,
      listing_id, source_id, (select name from sources where sources.id = source_id) as source, ${shown("status")},
      ${shown("list_price")}, coalesce(show_address, true) as show_address, ${shown("address")}, ${shown("city")},
      ${shown("state")}, updated_at`,
    { revision, limit },
  );
  if (rows.length === 0) return [];
  const hidingOf = await readHiding(db);
  return rows.map((row) => {
    const { show_address: _, ...shown } = shownFields(row, hidingOf(row.source_id).hidden);
    return { ...shown, status: shown.status && statusInApi(shown.status) };
  });
}

/**
 * The newest visible revision: a reader that starts there gets every later change.
 *
 * Index: listings_revision, listing_tombstones_revision, the last entry of each.
 */
export async function newestListingRevision(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select greatest(
      (select max(revision) from listings),
      (select max(revision) from listing_tombstones),
      0
    ) as revision`.execute(db);
  return rows[0]?.revision ?? 0;
}
