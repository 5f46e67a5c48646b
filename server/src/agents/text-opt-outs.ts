import { recordChange } from "../audit/index.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";

/** Whether the brokerage is one of those that the text message applies to. */
type AppliesToBrokerage = (brokerageId: number) => boolean;

/**
 * Opts out the agents with this telephone number, because STOP was sent from it; disabled agents too.
 *
 * @returns the ids of the agents who were not opted out before.
 */
export async function optAgentsOut(
  ctx: Context,
  phone: string,
  appliesTo: AppliesToBrokerage,
): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom("agents")
    .select(["id", "brokerage_id"])
    .where("phone", "=", phone)
    .where("sms_opt_out", "=", false)
    .orderBy("id")
    .execute();
  const ids = rows.filter(({ brokerage_id }) => appliesTo(brokerage_id)).map(({ id }) => id);
  return setOptOut(ctx, ids, true);
}

/** Reverses a STOP after a START. An opt-out set by staff stays. */
export async function optAgentsIn(ctx: Context, agentIds: readonly number[]): Promise<void> {
  await setOptOut(ctx, agentIds, false);
}

async function setOptOut(ctx: Context, ids: readonly number[], optOut: boolean): Promise<number[]> {
  if (ids.length === 0) return [];
  const changed = await ctx.db
    .updateTable("agents")
    .set({ sms_opt_out: optOut, sms_opt_out_by_text: optOut, updated_at: ctx.clock.now() })
    .where("id", "in", ids)
    .where("sms_opt_out", "=", !optOut)
    .where("sms_opt_out_by_text", "=", !optOut)
    .returning(["id", "brokerage_id"])
    .execute();
  for (const { id, brokerage_id } of changed) {
    await recordChange(ctx, {
      action: "update",
      targetType: "agent",
      targetId: id,
      brokerageId: brokerage_id,
      before: { sms_opt_out: !optOut },
      after: { sms_opt_out: optOut },
    });
  }
  return changed.map(({ id }) => id);
}

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
