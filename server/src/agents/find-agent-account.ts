import type { Db } from "../platform/database/database.ts";

export type AgentAccount = { id: number; brokerageId: number; email: string; disabledAt: Date | null };

/**
 * The agent that a key is bound to or a token names: by id, or by email (case-insensitive) within a brokerage. Disabled
 * agents are included; of several with one email, the oldest that is not disabled.
 */
export async function findAgentAccount(
  db: Db,
  by: { id: number } | { brokerageId: number; email: string },
): Promise<AgentAccount | null> {
  const accounts = db
    .selectFrom("agents")
    .select(["id", "brokerage_id as brokerageId", "email", "disabled_at as disabledAt"]);
  const wanted =
    "id" in by
      ? accounts.where("id", "=", by.id)
      : accounts
          .where("brokerage_id", "=", by.brokerageId)
          .where((eb) => eb(eb.fn("lower", ["email"]), "=", eb.fn("lower", [eb.val(by.email)])))
          .orderBy("disabled_at", (order) => order.asc().nullsFirst())
          .orderBy("id")
          .limit(1);
  return (await wanted.executeTakeFirst()) ?? null;
}
