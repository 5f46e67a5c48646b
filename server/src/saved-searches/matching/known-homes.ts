import { sql } from "kysely";
import type { HomeKeys } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { StoredListing } from "./stored-states.ts";

/** A home that returns within this time under another id is relisted, and not new (search.md). */
export const RELISTED_MS = 90 * 86_400_000;

type Home = HomeKeys & {
  listing_id: number;
  source_id: number;
  is_listed: boolean;
  listed_until: Date | null;
};
type Seen = Pick<StoredListing, "sourceId" | "isListed" | "listedUntil">;

/** The listings that have a parcel, an address or a public id in common with those of a page of changes. */
export class KnownHomes {
  readonly #byKey = new Map<string, Map<number, Seen>>();

  /** Index: listing_states_id_key, listing_states_parcel, listing_states_address. Expected: a few rows for each home. */
  static async read(db: Db, keys: readonly HomeKeys[]): Promise<KnownHomes> {
    const homes = new KnownHomes();
    if (keys.length === 0) return homes;
    const of = (name: keyof HomeKeys) => keys.flatMap((each) => each[name] ?? []);
    const { rows } = await sql<Home>`
      select listing_id, source_id, id_key, parcel_key, address_key, is_listed, listed_until
      from listing_states
      where (
        id_key = any(${of("id_key")}::text[])
        or parcel_key = any(${of("parcel_key")}::text[])
        or address_key = any(${of("address_key")}::text[])
      )
        and (is_listed or listed_until is not null)`.execute(db);
    for (const { listing_id, source_id, is_listed, listed_until, ...each } of rows)
      homes.put(listing_id, each, { sourceId: source_id, isListed: is_listed, listedUntil: listed_until });
    return homes;
  }

  /** Takes in what a change of the page has made of a listing. */
  put(
    listingId: number,
    { id_key, parcel_key, address_key }: HomeKeys,
    { sourceId, isListed, listedUntil }: Seen,
  ): void {
    for (const key of [id_key, parcel_key, address_key]) {
      if (key === null) continue;
      const listings = this.#byKey.get(key) ?? new Map();
      this.#byKey.set(key, listings.set(listingId, { sourceId, isListed, listedUntil }));
    }
  }

  /** The sources in which the home is, or was lately, on the market under another id. */
  sourcesUnderOtherIds(
    listingId: number,
    { id_key, parcel_key, address_key }: HomeKeys,
    now: Date,
  ): Set<number> {
    const listings = [id_key, parcel_key, address_key].flatMap((key) => [
      ...(this.#byKey.get(key ?? "") ?? []),
    ]);
    return new Set(
      listings.flatMap(([id, { sourceId, isListed, listedUntil }]) =>
        id !== listingId && (isListed || wasListedLately(listedUntil, now)) ? sourceId : [],
      ),
    );
  }
}

/** Whether a listing that is not on the market now was so lately: its home is relisted then, and not new. */
export function wasListedLately(listedUntil: Date | null, now: Date): boolean {
  return listedUntil !== null && listedUntil.getTime() > now.getTime() - RELISTED_MS;
}
