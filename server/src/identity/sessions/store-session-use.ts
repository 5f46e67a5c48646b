import type { Db } from "../../platform/database/database.ts";

/** For `LastUse`: a session is valid for 12 hours after its last use, and its person is active. */
export function storeSessionUse(db: Db) {
  return async ({ id }: { id: number }, { now, before }: { now: Date; before: Date }): Promise<void> => {
    const session = await db
      .updateTable("staff_sessions")
      .set({ last_used_at: now })
      .where("id", "=", id)
      .where("last_used_at", "<=", before)
      .returning("user_id")
      .executeTakeFirst();
    if (!session || session.user_id === null) return;
    await db.updateTable("users").set({ last_seen_at: now }).where("id", "=", session.user_id).execute();
  };
}
