import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { splitName } from "./intake/split-name.ts";
import type { LeadRow } from "./lead-row.ts";

/** The name as registered, unless staff corrected it; otherwise first and last name. */
export function leadName(lead: Pick<LeadRow, "registered_name" | "first_name" | "last_name">): string {
  const { registered_name: registered, first_name, last_name } = lead;
  const name = `${first_name} ${last_name}`.trim();
  if (registered === null) return name;
  const parts = splitName(registered);
  return parts.first_name === first_name && parts.last_name === last_name ? registered : name;
}

export type LeadName = { name: string; email: string | null };

/** Names and email addresses of leads, by id; deleted leads are left out. */
export async function leadNames(db: Db, leadIds: readonly number[]): Promise<Map<number, LeadName>> {
  if (leadIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("leads")
    .select(["id", "first_name", "last_name", "email"])
    .where("id", "in", [...new Set(leadIds)])
    .execute();
  return new Map(
    rows.map(({ id, first_name, last_name, email }) => [
      id,
      { name: `${first_name} ${last_name}`.trim(), email: email || null },
    ]),
  );
}

/** The link to a lead in messages for staff: the back office, or without one the API. */
export function leadUrl({ config: { adminAppUrl, publicApiUrl } }: Context, leadId: number): string {
  return adminAppUrl ? `${adminAppUrl}/leads/${leadId}` : `${publicApiUrl}/api/v1/admin/leads/${leadId}`;
}
