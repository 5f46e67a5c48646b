import type { Db } from "../../platform/database/database.ts";

/** The domains of a brokerage, oldest first. Index: brokerage_domains_brokerage. */
export async function domainsOf(db: Db, brokerageId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("brokerage_domains")
    .select("domain")
    .where("brokerage_id", "=", brokerageId)
    .orderBy("id")
    .execute();
  return rows.map(({ domain }) => domain);
}
