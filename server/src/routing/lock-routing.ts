import type { Db } from "../platform/database/database.ts";

/** Locks the routing of a brokerage until the transaction ends: its leads are routed one after another. */
export async function lockRouting(db: Db, brokerageId: number): Promise<void> {
  if (await lockRow(db, brokerageId)) return;
  await db
    .insertInto("routing_locks")
    .values({ brokerage_id: brokerageId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (!(await lockRow(db, brokerageId))) throw new Error(`Brokerage ${brokerageId} has no turn to take`);
}

async function lockRow(db: Db, brokerageId: number): Promise<boolean> {
  const turn = await db
    .selectFrom("routing_locks")
    .select("brokerage_id")
    .where("brokerage_id", "=", brokerageId)
    .forUpdate()
    .executeTakeFirst();
  return turn !== undefined;
}
