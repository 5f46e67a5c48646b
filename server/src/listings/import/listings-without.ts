import type { Db } from "../../platform/database/database.ts";
import { type StoredKey, storedKeys } from "./stored-keys.sql.ts";

const KEYS_AT_ONCE = 5000;

/** The listings of a source that it does not offer any more; those that have changed since `revision` are not among them. */
export async function listingsWithout(
  db: Db,
  { source, revision }: { source: { id: number }; revision: number },
  isOffered: (stored: StoredKey) => boolean,
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
