import type { Db } from "../platform/database/database.ts";

export type LeadName = { name: string; email: string | null };

/** What some leads are called, and their addresses, by id; those that are gone are left out. */
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
