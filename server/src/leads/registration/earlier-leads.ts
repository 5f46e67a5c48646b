import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Earlier = {
  id: number;
  registered_name: string | null;
  first_name: string;
  last_name: string;
  assigned_agent_id: number | null;
  last_contact: Date;
};

/** Leads of that email, latest first; those without an address have nobody in common. Index leads_email. */
export async function earlierLeads(db: Db, brokerageId: number, email: string): Promise<Earlier[]> {
  if (email === "") return [];
  return db
    .selectFrom("leads")
    .select(["id", "registered_name", "first_name", "last_name", "assigned_agent_id", "last_contact"])
    .where("brokerage_id", "=", brokerageId)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1000)
    .execute();
}
