import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type IdsOfPage, idsInKeyOrder } from "./ids-in-key-order.sql.ts";
import { type StoredKey, storedKeys } from "./stored-keys.sql.ts";

const KEYS_AT_ONCE = 5000;

type Offered = {
  isOffered: (stored: StoredKey) => boolean;
  /** Listings that have changed after this revision are left out. */
  revision?: number;
};

/** The listings of a source that were not seen among those that it offers: by their ids, of which a million take little memory. */
export async function unseenListings(
  db: Db,
  sourceId: number,
  seen: { has(id: number): boolean },
): Promise<{ id: number; listing_key: string }[]> {
  const missing: number[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: IdsOfPage | null = await idsInKeyOrder(db, { sourceId, after, limit: KEYS_AT_ONCE });
    for (const id of page?.ids.split(",") ?? []) if (!seen.has(Number(id))) missing.push(Number(id));
    after = page?.last;
  }
  const unseen: { id: number; listing_key: string }[] = [];
  for (let at = 0; at < missing.length; at += KEYS_AT_ONCE)
    for (const listing of await keysOfListings(db, missing.slice(at, at + KEYS_AT_ONCE)))
      unseen.push(listing);
  return unseen;
}

/** Those of these listings that are not removed. Index: listings_pkey. */
function keysOfListings(db: Db, ids: number[]): Promise<{ id: number; listing_key: string }[]> {
  return db
    .selectFrom("listings")
    .select(["id", "listing_key"])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where("status", "!=", "Delete")
    .orderBy("listing_key")
    .execute();
}

/** The listings of a source that it does not offer any more. */
export async function listingsWithout(
  db: Db,
  source: { id: number },
  { isOffered, revision = Number.MAX_SAFE_INTEGER }: Offered,
): Promise<StoredKey[]> {
  const missing: StoredKey[] = [];
  let after: string | undefined = "";
  while (after !== undefined) {
    const page = await storedKeys(db, { sourceId: source.id, revision, after, limit: KEYS_AT_ONCE });
    for (const stored of page) if (!isOffered(stored)) missing.push(stored);
    after = page.at(-1)?.listing_key;
  }
  return missing;
}
