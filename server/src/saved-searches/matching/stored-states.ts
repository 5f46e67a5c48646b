import { sql } from "kysely";
import { decodeState, encodeState, type HomeKeys, type ListingState } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";

/** A listing as it was when its last change was matched. */
export type StoredListing = {
  sourceId: number;
  /** Null once it is gone, and where an earlier version of this program has stored it. */
  state: ListingState | null;
  keys: HomeKeys | null;
  /** Public and not sold. */
  isListed: boolean;
  /** When it was last seen on the market, if it is not now; null: never. */
  listedUntil: Date | null;
};

type Row = {
  listing_id: number;
  source_id: number;
  state: string | null;
  id_key: string | null;
  parcel_key: string | null;
  address_key: string | null;
  is_listed: boolean;
  listed_until: Date | null;
};

/** Index: listing_states_pkey. Expected: the listings of a page of changes. */
export async function storedListings(db: Db, ids: readonly number[]): Promise<Map<number, StoredListing>> {
  const { rows } = await sql<Row>`
    select listing_id, source_id, state, id_key, parcel_key, address_key, is_listed, listed_until
    from listing_states
    where listing_id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.listing_id, toStored(row)]));
}

function toStored({ source_id, state, id_key, parcel_key, address_key, ...row }: Row): StoredListing {
  return {
    sourceId: source_id,
    state: state === null ? null : decodeState(state),
    keys: id_key === null ? null : { id_key, parcel_key, address_key },
    isListed: row.is_listed,
    listedUntil: row.listed_until,
  };
}

/** Index: listing_states_pkey. Expected: the listings of a page of changes, 1 to 2 kB each. */
export async function storeListings(db: Db, listings: ReadonlyMap<number, StoredListing>): Promise<void> {
  if (listings.size === 0) return;
  const rows = [...listings].map(([listing_id, { sourceId, state, keys, isListed, listedUntil }]) => ({
    listing_id,
    source_id: sourceId,
    state: state && encodeState(state),
    ...keys,
    is_listed: isListed,
    listed_until: listedUntil,
  }));
  await sql`
    insert into listing_states (listing_id, source_id, state, id_key, parcel_key, address_key, is_listed, listed_until)
    select listing_id, source_id, state, id_key, parcel_key, address_key, is_listed, listed_until
    from json_to_recordset(${toJsonb(rows)}::json) as changed (listing_id bigint, source_id integer, state text, id_key text,
      parcel_key text, address_key text, is_listed boolean, listed_until timestamptz)
    on conflict (listing_id) do update
    set
      state = excluded.state,
      id_key = excluded.id_key,
      parcel_key = excluded.parcel_key,
      address_key = excluded.address_key,
      is_listed = excluded.is_listed,
      listed_until = excluded.listed_until`.execute(db);
}

/** Deletes what is known of listings that are gone for longer than their homes are remembered. Index: listing_states_gone. */
export async function pruneGoneListings(db: Db, before: Date): Promise<void> {
  await sql`
    delete from listing_states
    where state is null
      and coalesce(listed_until, 'epoch') < ${before}`.execute(db);
}

/** The ids of stored listings that were there at their last change, ascending. Index: listing_states_pkey. Expected: `limit` rows. */
export async function listingIdsAfter(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("listing_states")
    .select("listing_id")
    .where("listing_id", ">", after)
    .where("state", "is not", null)
    .orderBy("listing_id")
    .limit(limit)
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}
