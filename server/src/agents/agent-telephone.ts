import type { Db } from "../platform/database/database.ts";

/** The current telephone settings of an agent. */
export type AgentTelephone = { phone: string | null; time_zone: string | null; sms_opt_out: boolean };

/** Null for an agent who is inactive, disabled or of another brokerage. */
export async function agentTelephone(
  db: Db,
  { brokerageId, agentId }: { brokerageId: number; agentId: number },
): Promise<AgentTelephone | null> {
  const agent = await db
    .selectFrom("agents")
    .select(["phone", "time_zone", "sms_opt_out"])
    .where("id", "=", agentId)
    .where("brokerage_id", "=", brokerageId)
    .where("status", "=", "active")
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return agent ?? null;
}
