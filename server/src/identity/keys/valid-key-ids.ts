import type { Db } from "../../platform/database/database.ts";

/** Those of the given keys that are neither revoked nor expired. */
export async function validKeyIds(db: Db, keyIds: readonly number[], now: Date): Promise<Set<number>> {
  if (keyIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("api_keys")
    .select("id")
    .where("id", "in", keyIds)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
