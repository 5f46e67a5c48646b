import type { Db } from "../../platform/database/database.ts";

/** Where mail to a brokerage goes that is for no agent: to its owner. Null while it has none. */
export async function primaryContactEmail(db: Db, brokerageId: number): Promise<string | null> {
  const contact = await db
    .selectFrom("broker_contacts")
    .select("email")
    .where("brokerage_id", "=", brokerageId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  return contact?.email ?? null;
}
