import type { SelectQueryBuilder } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DB } from "../../platform/database/types.generated.ts";
import { type PageRequest, rowsOf } from "../../platform/http/list-envelope.ts";
import { type EnrollmentRow, enrollmentColumns } from "./enrollment-row.ts";

/** Ids of leads, as a query. */
type LeadIds = SelectQueryBuilder<DB, "leads", { id: number }>;

/**
 * A page of the current and past enrollments in a sequence, latest first, and their total number.
 *
 * @param only the leads that the caller sees; null: all.
 */
export async function enrollmentsOn(
  db: Db,
  sequenceId: number,
  { only, ...page }: PageRequest & { only: LeadIds | null },
): Promise<{ rows: EnrollmentRow[]; total: number }> {
  const matching = db
    .selectFrom("drip_enrollments")
    .where("sequence_id", "=", sequenceId)
    .$if(only !== null, (query) => query.where("lead_id", "in", only as LeadIds));
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(page);
  const rows = await matching
    .select(enrollmentColumns)
    .orderBy("enrolled_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows: rows as EnrollmentRow[], total };
}

type NamedEnrollmentRow = EnrollmentRow & { sequence_name: string };

/** The current and past enrollments of a lead, latest first. Index drip_enrollments_lead. */
export async function enrollmentsOfLead(db: Db, leadId: number): Promise<NamedEnrollmentRow[]> {
  const rows = await db
    .selectFrom("drip_enrollments")
    .innerJoin("drip_sequences", "drip_sequences.id", "drip_enrollments.sequence_id")
    .select(enrollmentColumns.map((column) => `drip_enrollments.${column}` as const))
    .select("drip_sequences.name as sequence_name")
    .where("lead_id", "=", leadId)
    .orderBy("enrolled_at", "desc")
    .orderBy("drip_enrollments.id", "desc")
    .execute();
  return rows as NamedEnrollmentRow[];
}
