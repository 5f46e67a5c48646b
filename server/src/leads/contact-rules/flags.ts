import type { Db } from "../../platform/database/database.ts";

/** SPEC: Communication flags. Flags combine: a message is forbidden when any active flag forbids it. */
export const flags = ["unsubscribed", "dnc", "do_not_email", "do_not_text", "do_not_call"] as const;
export type Flag = (typeof flags)[number];

export const flagLabels: Record<Flag, string> = {
  unsubscribed: "Unsubscribed",
  dnc: "Do Not Contact",
  do_not_email: "No Email",
  do_not_text: "No Text",
  do_not_call: "No Call",
};

/** The active flags of leads, in the order of `flags`; leads without one are left out. */
export async function activeFlags(db: Db, leadIds: number[]): Promise<Map<number, Flag[]>> {
  const active = new Map<number, Flag[]>();
  if (leadIds.length === 0) return active;
  const rows = await db
    .selectFrom("lead_flags")
    .select(["lead_id", "flag"])
    .where("lead_id", "in", leadIds)
    .where("cleared_at", "is", null)
    .execute();
  for (const { lead_id, flag } of rows) active.set(lead_id, [...(active.get(lead_id) ?? []), flag as Flag]);
  for (const list of active.values()) list.sort((one, other) => flags.indexOf(one) - flags.indexOf(other));
  return active;
}
