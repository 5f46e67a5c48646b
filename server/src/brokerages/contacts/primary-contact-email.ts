import type { Db } from "../../platform/database/database.ts";

/** The owner's address, for mail to a brokerage that concerns no agent. Null without a primary contact. */
export async function primaryContactEmail(db: Db, brokerageId: number): Promise<string | null> {
  const contact = await db
    .selectFrom("broker_contacts")
    .select("email")
    .where("brokerage_id", "=", brokerageId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  return contact?.email ?? null;
}
