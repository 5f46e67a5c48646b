import { sql } from "kysely";
import type { DataSubject } from "../../platform/data-subject.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Flag } from "./flags.ts";

export type FlagsOfPerson = {
  /** The place of the person in the list, from 1. */
  nth: number;
  /** The latest of their leads. */
  lead_id: number;
  agent_id: number | null;
  /** The active flags of any of them. */
  flags: Flag[];
};

/**
 * The leads with these emails; persons without a lead are left out.
 *
 * Index: leads_email; lead_flags_one_active. Expected: a few leads of each person.
 */
export async function flagsOfPeople(db: Db, persons: readonly DataSubject[]): Promise<FlagsOfPerson[]> {
  const { rows } = await sql<FlagsOfPerson>`
    select
      nth::integer,
      max(leads.id) as lead_id,
      (array_agg(leads.assigned_agent_id order by leads.id desc))[1] as agent_id,
      coalesce(array_agg(distinct lead_flags.flag) filter (where lead_flags.flag is not null), '{}') as flags
    from unnest(
      ${persons.map(({ brokerageId }) => brokerageId)}::integer[],
      ${persons.map(({ email }) => email)}::text[]
    ) with ordinality as persons (brokerage_id, email, nth)
    join leads on leads.brokerage_id = persons.brokerage_id and lower(leads.email) = lower(persons.email)
    left join lead_flags on lead_flags.lead_id = leads.id and lead_flags.cleared_at is null
    group by nth`.execute(db);
  return rows;
}
