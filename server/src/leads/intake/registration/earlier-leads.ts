import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/** A registration within this time after the last contact counts as the same one. */
export const DAY_MS = 24 * 3_600_000;

export type EarlierLead = {
  id: number;
  registered_name: string | null;
  first_name: string;
  last_name: string;
  assigned_agent_id: number | null;
  last_contact: Date;
  email: string;
  source_address: string | null;
};

/** Leads of that email, latest first; none for an empty email. Index leads_email. */
export async function earlierLeads(db: Db, brokerageId: number, email: string): Promise<EarlierLead[]> {
  if (email === "") return [];
  return db
    .selectFrom("leads")
    .select([
      "id",
      "registered_name",
      "first_name",
      "last_name",
      "assigned_agent_id",
      "last_contact",
      "email",
      "source_address",
    ])
    .where("brokerage_id", "=", brokerageId)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1000)
    .execute();
}

/** The leads with a last contact within a day before a time. */
export function contactedWithinDay(earlier: readonly EarlierLead[], at: Date): EarlierLead[] {
  const since = new Date(at.getTime() - DAY_MS);
  return earlier.filter((each) => each.last_contact > since);
}
