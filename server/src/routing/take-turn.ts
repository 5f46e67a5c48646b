import type { Db } from "../platform/database/database.ts";

/** Waits until no other routing of this brokerage is under way, and holds the turn until the transaction ends. */
export async function takeTurn(db: Db, brokerageId: number): Promise<void> {
  if (await lockTurn(db, brokerageId)) return;
  await db
    .insertInto("routing_turns")
    .values({ brokerage_id: brokerageId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (!(await lockTurn(db, brokerageId))) throw new Error(`Brokerage ${brokerageId} has no turn to take`);
}

async function lockTurn(db: Db, brokerageId: number): Promise<boolean> {
  const turn = await db
    .selectFrom("routing_turns")
    .select("brokerage_id")
    .where("brokerage_id", "=", brokerageId)
    .forUpdate()
    .executeTakeFirst();
  return turn !== undefined;
}
