import { sql } from "kysely";
import type { HomeKeys } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { StoredListing } from "./stored-states.ts";

/** A home that returns within this time under another id is relisted, and not new (search.md). */
export const RELISTED_MS = 90 * 86_400_000;

type Home = HomeKeys & { listing_id: number; is_public: boolean; public_until: Date | null };

/** The listings that have a parcel, an address or a public id in common with those of a page of changes. */
export class KnownHomes {
  readonly #byKey = new Map<string, Map<number, { isPublic: boolean; publicUntil: Date | null }>>();

  /** Index: listing_states_id_key, listing_states_parcel, listing_states_address. Expected: a few rows for each home. */
  static async read(db: Db, keys: readonly HomeKeys[]): Promise<KnownHomes> {
    const homes = new KnownHomes();
    if (keys.length === 0) return homes;
    const of = (name: keyof HomeKeys) => keys.flatMap((each) => each[name] ?? []);
    const { rows } = await sql<Home>`
      select listing_id, id_key, parcel_key, address_key, is_public, public_until
      from listing_states
      where (
        id_key = any(${of("id_key")}::text[])
        or parcel_key = any(${of("parcel_key")}::text[])
        or address_key = any(${of("address_key")}::text[])
      )
        and (is_public or public_until is not null)`.execute(db);
    for (const { listing_id, is_public, public_until, ...each } of rows)
      homes.put(listing_id, each, { isPublic: is_public, publicUntil: public_until });
    return homes;
  }

  /** Takes in what a change of the page has made of a listing. */
  put(
    listingId: number,
    { id_key, parcel_key, address_key }: HomeKeys,
    { isPublic, publicUntil }: Pick<StoredListing, "isPublic" | "publicUntil">,
  ): void {
    for (const key of [id_key, parcel_key, address_key]) {
      if (key === null) continue;
      const listings = this.#byKey.get(key) ?? new Map();
      this.#byKey.set(key, listings.set(listingId, { isPublic, publicUntil }));
    }
  }

  /** Whether the home is, or was lately, on the market under another id. */
  isRelisted(listingId: number, { id_key, parcel_key, address_key }: HomeKeys, now: Date): boolean {
    const since = now.getTime() - RELISTED_MS;
    return [id_key, parcel_key, address_key].some((key) =>
      [...(this.#byKey.get(key ?? "") ?? [])].some(
        ([id, { isPublic, publicUntil }]) =>
          id !== listingId && (isPublic || (publicUntil !== null && publicUntil.getTime() > since)),
      ),
    );
  }
}
