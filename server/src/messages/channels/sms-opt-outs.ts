import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** A telephone number and the account it may have opted out of: a brokerage's own, or the platform's (null). */
export type Telephone = { accountSid: string; brokerageId: number | null; phone: string };

/** Whether STOP was texted from there, and no START since. */
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

/** Keeps a STOP. It holds the telephone until the transaction ends: STOP and START come one after the other. */
export async function keepOptOut({ db, clock }: Context, telephone: Telephone): Promise<void> {
  const { accountSid, brokerageId, phone } = telephone;
  await db
    .insertInto("sms_opt_outs")
    .values({ account_sid: accountSid, brokerage_id: brokerageId, phone, created_at: clock.now() })
    // Changes nothing, and holds the row.
    .onConflict((conflict) =>
      conflict.columns(["account_sid", "phone", "brokerage_id"]).doUpdateSet({ phone }),
    )
    .execute();
}

/** Keeps with a STOP which agents' own setting it has changed. */
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
 * Takes a STOP back.
 *
 * @returns the agents whose own setting it had changed; null when there was none.
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
