import type { Db } from "../platform/database/database.ts";

/** The brokerages whose records lists and searches leave out; few. */
export async function disabledBrokerages(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("brokerages").select("id").where("disabled_at", "is not", null).execute();
  return rows.map(({ id }) => id);
}
