import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** A listing as its source offers it; the time in Unix ms. */
export type OfferedVersion = { key: string; time: number | null };

export type ComparedVersions = {
  /** The ids of those that are stored, removed ones included: numbers between commas, one text instead of some thousand rows. */
  ids: string;
  /** The keys of those that are not stored with that time: new ones, changed ones, and removed ones that are offered again. */
  different: string[];
};

/**
 * Compares what a source offers with what is stored of it.
 *
 * Index: listings_source_id_listing_key_key. Expected: up to 5,000 listings.
 */
export async function compareVersions(
  db: Db,
  sourceId: number,
  offered: readonly OfferedVersion[],
): Promise<ComparedVersions> {
  const keys = offered.map(({ key }) => key);
  const times = offered.map(({ time }) => time);
  const { rows } = await sql<ComparedVersions>`
    with stored as materialized (
      select id, listing_key, floor(extract(epoch from as_of) * 1000)::bigint as as_of, status
      from listings
      where source_id = ${sourceId}
        and listing_key = any(${keys}::text[])
    )
    select coalesce(string_agg(id::text, ','), '') as ids,
      coalesce(
        array_agg(key) filter (where id is null or status = 'Delete' or as_of is distinct from time),
        '{}'
      ) as different
    from unnest(${keys}::text[], ${times}::bigint[]) as offered (key, time)
    left join stored on listing_key = key`.execute(db);
  return rows[0] as ComparedVersions;
}
