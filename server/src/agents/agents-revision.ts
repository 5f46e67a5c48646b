import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/** Changes with every change of a brokerage's agents. Index: agents_brokerage_id_id_key. Expected: some hundred rows. */
export async function agentsRevision(db: Db, brokerageId: number): Promise<string> {
  const { revision } = await db
    .selectFrom("agents")
    .where("brokerage_id", "=", brokerageId)
    .select(sql<string>`concat_ws('.', count(*), extract(epoch from max(updated_at)))`.as("revision"))
    .executeTakeFirstOrThrow();
  return revision;
}
