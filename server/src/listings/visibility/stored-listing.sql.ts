import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { photosAndCount } from "../shown-photos.ts";
import { isPublic, isPublicWithoutRules, type StandardStatus } from "../statuses.ts";

/** What decides whether a listing is shown, public or not. */
export type StoredListing = {
  source_id: number;
  status: StandardStatus;
  show_listing: boolean;
  show_address: boolean;
  is_public: boolean;
  is_public_without_rules: boolean;
  shown_from: Date | null;
  shown_until: Date | null;
  updated_at: Date;
  photos: string[];
  photos_count: number;
};

/** Index: listings_listing_id_key; listing_photos by listing_id. Expected: one row. */
export async function storedListing(db: Db, listingId: string): Promise<StoredListing | undefined> {
  const { rows } = await sql<StoredListing>`
    select source_id, status, show_listing, show_address, ${isPublic} as is_public,
      ${isPublicWithoutRules} as is_public_without_rules, shown_from, shown_until, updated_at, photos, photos_count
    from listings
    ${photosAndCount("listings")}
    where listing_id = ${listingId}`.execute(db);
  return rows[0];
}
