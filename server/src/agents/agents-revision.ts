import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/**
 * Changes with every change of a brokerage's agents: `xmin` differs after every update, also of the same millisecond. Index:
 * agents_brokerage_id_id_key. Expected: some hundred rows.
 */
export async function agentsRevision(db: Db, brokerageId: number): Promise<string> {
  const { revision } = await db
    .selectFrom("agents")
    .where("brokerage_id", "=", brokerageId)
    .select(
      sql<string>`coalesce(md5(string_agg(concat_ws('.', id, xmin), ',' order by id)), '')`.as("revision"),
    )
    .executeTakeFirstOrThrow();
  return revision;
}
