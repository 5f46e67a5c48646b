import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/** How long after a person's last contact another registration belongs to it. */
export const WITHIN_A_DAY_MS = 24 * 3_600_000;

export type Earlier = {
  id: number;
  registered_name: string | null;
  first_name: string;
  last_name: string;
  assigned_agent_id: number | null;
  last_contact: Date;
  email: string;
  source_address: string | null;
};

/** Leads of that email, latest first; those without an address have nobody in common. Index leads_email. */
export async function earlierLeads(db: Db, brokerageId: number, email: string): Promise<Earlier[]> {
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

/** Those whose last contact was within a day before a time. */
export function recentOf(earlier: readonly Earlier[], at: Date): Earlier[] {
  const since = new Date(at.getTime() - WITHIN_A_DAY_MS);
  return earlier.filter((each) => each.last_contact > since);
}
