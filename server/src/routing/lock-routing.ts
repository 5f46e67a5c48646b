import type { Db } from "../platform/database/database.ts";

/** Locks the routing of a brokerage until the transaction ends: its leads are routed one after another. */
export async function lockRouting(db: Db, brokerageId: number): Promise<void> {
  if (await lockExisting(db, brokerageId)) return;
  await db
    .insertInto("routing_locks")
    .values({ brokerage_id: brokerageId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (!(await lockExisting(db, brokerageId)))
    throw new Error(`Cannot lock routing: brokerage ${brokerageId} not found`);
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
