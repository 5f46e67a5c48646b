import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** The flag that the unsubscribe link sets. */
export const unsubscribedByLink = {
  flag: "unsubscribed",
  reason: "unsubscribe link",
  by: "lead",
} as const;

/** Whether the address is unsubscribed from the brokerage's emails by link. Index leads_email. */
export async function hasUnsubscribed(
  db: Db,
  { brokerageId, email }: { brokerageId: number; email: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("leads")
    .innerJoin("lead_flags", "lead_flags.lead_id", "leads.id")
    .select("leads.id")
    .where("leads.brokerage_id", "=", brokerageId)
    .where(sql`lower(leads.email)`, "=", email.toLowerCase())
    .where("lead_flags.flag", "=", unsubscribedByLink.flag)
    .where("lead_flags.set_by", "=", unsubscribedByLink.by)
    .where("lead_flags.cleared_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
