import type { Db } from "../platform/database/database.ts";

/**
 * Locks the routing of a brokerage until the transaction ends: its leads are routed one after another.
 *
 * @param read what depends on the lock. Sent behind it in the same round trip, so that it reads what the previous holder wrote.
 */
export async function lockRouting<Result>(
  db: Db,
  brokerageId: number,
  read: () => Promise<Result>,
): Promise<Result> {
  const [isLocked, result] = await Promise.all([lockExisting(db, brokerageId), read()]);
  if (isLocked) return result;
  await db
    .insertInto("routing_locks")
    .values({ brokerage_id: brokerageId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (!(await lockExisting(db, brokerageId)))
    throw new Error(`Cannot lock routing: brokerage ${brokerageId} not found`);
  return read();
}

async function lockExisting(db: Db, brokerageId: number): Promise<boolean> {
  const row = await db
    .selectFrom("routing_locks")
    .select("brokerage_id")
    .where("brokerage_id", "=", brokerageId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
