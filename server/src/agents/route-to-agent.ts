import type { Db } from "../platform/database/database.ts";

type Pick = { brokerageId: number; at: Date };

/**
 * The next agent in turn who may get a lead: the one whose last lead is longest ago, of those who are active, accepting
 * leads and not on vacation. Takes the turn; call it in the transaction of the assignment. Null: nobody may.
 */
export async function routeToAgent(
  db: Db,
  { brokerageId, at }: Pick,
): Promise<{ id: number; name: string } | null> {
  const agent = await eligible(db)
    .select(["id", "name"])
    .where("brokerage_id", "=", brokerageId)
    .orderBy("last_lead_assigned_at", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!agent) return null;
  await db.updateTable("agents").set({ last_lead_assigned_at: at }).where("id", "=", agent.id).execute();
  return agent;
}

/** Whether routing may give this agent a lead now. */
export async function receivesLeads(db: Db, agentId: number): Promise<boolean> {
  const agent = await eligible(db).select("id").where("id", "=", agentId).executeTakeFirst();
  return agent !== undefined;
}

function eligible(db: Db) {
  return db
    .selectFrom("agents")
    .where("status", "=", "active")
    .where("disabled_at", "is", null)
    .where("accepting_leads", "=", true)
    .where("on_vacation", "=", false);
}
