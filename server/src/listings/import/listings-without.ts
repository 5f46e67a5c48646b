import type { Db } from "../../platform/database/database.ts";
import { type StoredKey, storedKeys } from "./stored-keys.sql.ts";

const KEYS_AT_ONCE = 5000;

type Offered = {
  isOffered: (stored: StoredKey) => boolean;
  /** Listings that have changed after this revision are left out. */
  revision?: number;
};

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
