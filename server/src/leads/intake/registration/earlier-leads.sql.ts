import { sql } from "kysely";
import type { DataSubject } from "../../../platform/data-subject.ts";
import type { Db } from "../../../platform/database/database.ts";

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

/**
 * Leads of the email of each person, latest first; none for an empty email.
 *
 * `between`: see sender-histories.sql.ts.
 *
 * Index: leads_email. Expected: a handful of rows a person; 1,000 are read.
 */
export async function earlierLeads(db: Db, persons: readonly DataSubject[]): Promise<EarlierLead[][]> {
  const { rows } = await sql<EarlierLead & { nth: number }>`
    select
      nth, id, registered_name, first_name, last_name, assigned_agent_id, last_contact, earlier.email, source_address
    from unnest(
      ${persons.map(({ brokerageId }) => brokerageId)}::integer[],
      ${persons.map(({ email }) => email.toLowerCase())}::text[]
    ) with ordinality as person (brokerage_id, email, nth)
    cross join lateral (
      select id, registered_name, first_name, last_name, assigned_agent_id, last_contact, leads.email, source_address
      from leads
      where leads.brokerage_id = person.brokerage_id
        and lower(leads.email) between person.email and person.email
        and person.email <> ''
      order by lower(leads.email) desc, created_at desc, id desc
      limit 1000
    ) as earlier
    order by nth`.execute(db);
  const found = Map.groupBy(rows, ({ nth }) => nth);
  return persons.map((_person, index) => found.get(index + 1) ?? []);
}
