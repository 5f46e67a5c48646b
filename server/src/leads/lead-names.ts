import type { Db } from "../platform/database/database.ts";

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
