import type { Db } from "../../platform/database/database.ts";

/** A person's access rights according to their last token. */
export type PersonNow = { id: number; role: string; brokerageId: number | null; agentId: number | null };

/** Those of the given people who have used the API since then, with the rights of their last token. */
export async function peopleSeenSince(
  db: Db,
  userIds: readonly number[],
  since: Date,
): Promise<Map<number, PersonNow>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .select(["id", "role", "brokerage_id as brokerageId", "agent_id as agentId"])
    .where("id", "in", userIds)
    .where("last_seen_at", ">=", since)
    .execute();
  return new Map(rows.map((person) => [person.id, person]));
}
