import type { Db } from "../platform/database/database.ts";

/** Whether the brokerage exists and is not disabled. */
export async function isOpenBrokerage(db: Db, brokerageId: number): Promise<boolean> {
  const row = await db
    .selectFrom("brokerages")
    .select("id")
    .where("id", "=", brokerageId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
