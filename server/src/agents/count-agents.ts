import { sql } from "kysely";
import { disabledBrokerages } from "../brokerages/index.ts";
import type { Db } from "../platform/database/database.ts";

/** The number of agents in an admin's list: without disabled agents and agents of disabled brokerages. */
export async function countAgents(db: Db): Promise<number> {
  const disabled = await disabledBrokerages(db);
  const { count } = await db
    .selectFrom("agents")
    .where("disabled_at", "is", null)
    .where(sql<boolean>`brokerage_id <> all(${disabled}::integer[])`)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
