import type { EnrollmentRow } from "../../drips/index.ts";
import { leadNames } from "../../leads/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Enrollment } from "../outreach.schemas.ts";

/** Enrollments as the API shows them, in the given order, with one query in all. */
export async function presentEnrollments<Row extends EnrollmentRow>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & Enrollment)[]> {
  const leads = await leadNames(
    db,
    rows.map(({ lead_id }) => lead_id),
  );
  return rows.flatMap((row) => {
    const lead = leads.get(row.lead_id);
    // The lead was deleted meanwhile, with its enrollments.
    if (!lead) return [];
    const enrolled_state = row.enrolled_state as Enrollment["enrolled_state"];
    return [{ ...row, enrolled_state, lead_name: lead.name, lead_email: lead.email }];
  });
}
