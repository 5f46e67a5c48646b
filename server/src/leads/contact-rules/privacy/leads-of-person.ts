import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { type DataSubject, isAddress } from "../../../platform/data-subject.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { Stage } from "../../lifecycle/stages.ts";

/** The leads of a person, as a query to go on with. Index leads_email. */
export function leadsOfPerson(db: Db, { brokerageId, email }: DataSubject) {
  return db
    .selectFrom("leads")
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("email"), email));
}

/** The ids of a person's leads, as they are now. */
export async function leadIdsOf(ctx: Context, person: DataSubject): Promise<number[]> {
  const rows = await leadsOfPerson(ctx.db, person).select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/**
 * The ids of a person's leads, which nobody changes or adds to until the transaction ends. Call `lockPerson` first: then
 * what finds or makes a lead by its email waits too.
 */
export async function holdLeadsOf(ctx: Context, person: DataSubject): Promise<number[]> {
  const rows = await leadsOfPerson(ctx.db, person).select("id").orderBy("id").forUpdate().execute();
  return rows.map(({ id }) => id);
}

export type LeadInBrief = { id: number; name: string; stage: Stage };

/** The latest leads of a person, for staff to recognise them by, and how many there are. */
export async function leadsInBrief(
  db: Db,
  person: DataSubject,
  limit: number,
): Promise<{ leads: LeadInBrief[]; total: number }> {
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
