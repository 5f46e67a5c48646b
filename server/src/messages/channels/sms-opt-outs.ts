import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** A telephone number and the account it may have opted out of: a brokerage's own, or the platform's (null). */
export type Telephone = { accountSid: string; brokerageId: number | null; phone: string };

/** Whether STOP was the last command from this telephone. */
export async function hasOptedOut(db: Db, { accountSid, brokerageId, phone }: Telephone): Promise<boolean> {
  const row = await db
    .selectFrom("sms_opt_outs")
    .select("phone")
    .where("account_sid", "=", accountSid)
    .where("phone", "=", phone)
    .where("brokerage_id", "is not distinct from", brokerageId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a STOP. The telephone's row is locked until the transaction ends, which serializes STOP and START. */
export async function keepOptOut({ db, clock }: Context, telephone: Telephone): Promise<void> {
  const { accountSid, brokerageId, phone } = telephone;
  await db
    .insertInto("sms_opt_outs")
    .values({ account_sid: accountSid, brokerage_id: brokerageId, phone, created_at: clock.now() })
    // Changes nothing, but locks the row.
    .onConflict((conflict) =>
      conflict.columns(["account_sid", "phone", "brokerage_id"]).doUpdateSet({ phone }),
    )
    .execute();
}

/** Stores the ids of the agents whose own setting the STOP has changed. */
export async function keepOptedOutAgents(
  { db }: Context,
  { accountSid, brokerageId, phone }: Telephone,
  agentIds: readonly number[],
): Promise<void> {
  if (agentIds.length === 0) return;
  await db
    .updateTable("sms_opt_outs")
    .set({ agent_ids: sql<number[]>`agent_ids || ${agentIds}::integer[]` })
    .where("account_sid", "=", accountSid)
    .where("phone", "=", phone)
    .where("brokerage_id", "is not distinct from", brokerageId)
    .execute();
}

/**
 * Deletes a STOP.
 *
 * @returns the agents whose own setting it had changed; null without a STOP.
 */
export async function endOptOut(
  { db }: Context,
  { accountSid, brokerageId, phone }: Telephone,
): Promise<number[] | null> {
  const row = await db
    .deleteFrom("sms_opt_outs")
    .where("account_sid", "=", accountSid)
    .where("phone", "=", phone)
    .where("brokerage_id", "is not distinct from", brokerageId)
    .returning("agent_ids")
    .executeTakeFirst();
  return row?.agent_ids ?? null;
}
