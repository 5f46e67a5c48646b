import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { type DataSubject, isAddress } from "../../../platform/data-subject.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { Stage } from "../../lifecycle/stages.ts";

/** A query of the leads of a person, to extend. Index leads_email. */
export function leadsOfPerson(db: Db, { brokerageId, email }: DataSubject) {
  return db
    .selectFrom("leads")
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("email"), email));
}

/** The ids of a person's leads. */
export async function leadIdsOfPerson(ctx: Context, person: DataSubject): Promise<number[]> {
  const rows = await leadsOfPerson(ctx.db, person).select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks a person's leads and returns their ids. Call `lockPerson` first: it blocks the intake of new leads with that email.
 */
export async function lockLeadsOfPerson(ctx: Context, person: DataSubject): Promise<number[]> {
  const rows = await leadsOfPerson(ctx.db, person).select("id").orderBy("id").forUpdate().execute();
  return rows.map(({ id }) => id);
}

export type LeadBrief = { id: number; name: string; stage: Stage };

/** The latest leads of a person, for staff to identify the person, and their total. */
export async function recentLeads(
  db: Db,
  person: DataSubject,
  limit: number,
): Promise<{ leads: LeadBrief[]; total: number }> {
  const { total } = await leadsOfPerson(db, person)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await leadsOfPerson(db, person)
    .select(["id", "first_name", "last_name", "stage"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const leads = rows.map(({ id, first_name, last_name, stage }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    stage: stage as Stage,
  }));
  return { leads, total };
}
