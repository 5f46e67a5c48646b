import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isPublic } from "../statuses.ts";

/** Open houses for the public that take place, as a condition on `open_houses` (search.md, D26). */
export const isForThePublic = sql.raw<boolean>(
  `(open_houses.status !~* '^(cancel|end|expire|delete|complete|withdraw)'
    and coalesce(open_houses.type, '') !~* '(broker|office|agent|member|realtor)')`,
);

/** A listing's open houses for the public as JSON (OpenHouseRow), null without any: a select item on `listings`. */
export const openHousesOfListing = sql`
  (
    select json_agg(
      json_build_object('id', open_houses.id, 'date', date, 'starts_at', starts_at, 'ends_at', ends_at)
      order by open_houses.id
    )
    from open_houses
    where open_houses.source_id = listings.source_id
      and open_houses.listing_key = listings.listing_key
      and ${isForThePublic}
  )`;

export type OpenHouseText = {
  id: number;
  starts_at: Date | null;
  ends_at: Date | null;
  remarks: string | null;
};

/** Index: open_houses_pkey. Expected: the rows of a page, at most 100. */
export async function openHousesById(db: Db, ids: readonly number[]): Promise<Map<number, OpenHouseText>> {
  const { rows } = await sql<OpenHouseText>`
    select id, starts_at, ends_at, remarks
    from open_houses
    where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export type PublicOpenHouse = {
  id: number;
  date: string;
  starts_at: Date | null;
  ends_at: Date | null;
  remarks: string | null;
  modified_at: Date | null;
  source_id: number;
  listing_id: string;
  show_address: boolean;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
};

/**
 * An open house of a listing that the public of a brokerage may see; undefined else. It may have ended.
 *
 * Index: open_houses_pkey, listings_source_id_listing_key_key. Expected: one row.
 */
export async function publicOpenHouse(
  db: Db,
  id: number,
  sourceIds: readonly number[] | null,
): Promise<PublicOpenHouse | undefined> {
  const { rows } = await sql<PublicOpenHouse>`
    select open_houses.id, date, starts_at, ends_at, remarks, modified_at, listings.source_id, listing_id, show_address,
      address, city, state, zip, latitude, longitude
    from open_houses
    join listings on listings.source_id = open_houses.source_id and listings.listing_key = open_houses.listing_key
    where open_houses.id = ${id}
      and ${isForThePublic}
      and ${isPublic}
      and (${sourceIds}::integer[] is null or listings.source_id = any(${sourceIds}::integer[]))`.execute(db);
  return rows[0];
}
