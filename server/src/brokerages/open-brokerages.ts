import type { Db } from "../platform/database/database.ts";

/** Every brokerage that is not disabled, by id. */
export async function openBrokerages(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom("brokerages")
    .select("id")
    .where("disabled_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
