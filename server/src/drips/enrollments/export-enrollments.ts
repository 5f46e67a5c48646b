import type { Db } from "../../platform/database/database.ts";

export type ExportedEnrollment = {
  sequence: string;
  status: string;
  enrolled_at: Date;
  next_send_at: Date | null;
  stopped_reason: string | null;
  stopped_at: Date | null;
  last_sent_at: Date | null;
};

/** The current and past enrollments of some leads for the person's data export, by lead and in order of their start. */
export async function exportEnrollments(
  db: Db,
  leadIds: number[],
): Promise<(leadId: number) => ExportedEnrollment[]> {
  const rows = await db
    .selectFrom("drip_enrollments")
    .innerJoin("drip_sequences", "drip_sequences.id", "drip_enrollments.sequence_id")
    .select([
      "lead_id",
      "name as sequence",
      "status",
      "enrolled_at",
      "next_send_at",
      "stopped_reason",
      "stopped_at",
      "last_sent_at",
    ])
    .where("lead_id", "in", leadIds)
    .orderBy("enrolled_at")
    .orderBy("drip_enrollments.id")
    .execute();
  return (leadId) => rows.filter((row) => row.lead_id === leadId).map(({ lead_id, ...each }) => each);
}
