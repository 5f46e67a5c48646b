import type { DataSubject } from "../../platform/data-subject.ts";
import type { Db } from "../../platform/database/database.ts";
import { flagLabels } from "./flags.ts";
import { flagsOfPeople } from "./flags-of-people.sql.ts";
import { mayReceive } from "./may-receive.ts";

/** What the leads of a person say about messages to them. */
export type PersonAsRecipient = {
  /** Why no marketing mail may be sent; null: it may. */
  noMail: string | null;
  /** Why nothing at all may be sent; null: it may. */
  noContact: string | null;
  /** The latest of their leads. */
  lead: { id: number; agentId: number | null } | null;
};

/** In the order of the persons. A flag of one of their leads counts for the person (search.md, D51). */
export async function peopleAsRecipients(
  db: Db,
  persons: readonly DataSubject[],
): Promise<PersonAsRecipient[]> {
  if (persons.length === 0) return [];
  const rows = new Map((await flagsOfPeople(db, persons)).map((row) => [row.nth, row]));
  return persons.map(({ email }, at) => {
    const row = rows.get(at + 1);
    if (!row) return { noMail: null, noContact: null, lead: null };
    return {
      noMail: mayReceive(row.flags, { email, phone: null }).marketing_email.reason,
      noContact: row.flags.includes("dnc") ? flagLabels.dnc : null,
      lead: { id: row.lead_id, agentId: row.agent_id },
    };
  });
}
