import type { Db } from "../../platform/database/database.ts";
import { type EnrollmentRow, enrollmentColumns } from "./enrollment-row.ts";

export type NamedEnrollmentRow = EnrollmentRow & { sequence_name: string };

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
