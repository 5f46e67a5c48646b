import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/**
 * The middle of some listings' positions: the median of each coordinate, so that one wrong position moves it little. Null when none
 * has a position.
 *
 * Index: listings_pkey. Expected: at most some hundred ids.
 */
export async function middleOfListings(
  db: Db,
  ids: readonly number[],
): Promise<{ lat: number; lng: number } | null> {
  const { rows } = await sql<{ lat: number | null; lng: number | null }>`
    select percentile_cont(0.5) within group (order by latitude) as lat,
      percentile_cont(0.5) within group (order by longitude) as lng
    from listings
    where id = any(${ids}::bigint[])
      and latitude is not null
      and longitude is not null`.execute(db);
  const [row] = rows;
  return row === undefined || row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng };
}
