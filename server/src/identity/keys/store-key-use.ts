import type { Db } from "../../platform/database/database.ts";

/** For `LastUse`: another process may have stored a use since the request read the key. */
export function storeKeyUse(db: Db) {
  return ({ id }: { id: number }, { now, before }: { now: Date; before: Date }) =>
    db
      .updateTable("api_keys")
      .set({ last_used_at: now })
      .where("id", "=", id)
      .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<=", before)]))
      .execute();
}
