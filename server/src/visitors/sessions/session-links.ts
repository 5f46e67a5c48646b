import type { Context } from "../../platform/context.ts";

/** Links a session, which the caller has locked, to a client, a lead, or both. */
export async function linkSession(
  ctx: Context,
  link: { sessionId: string; brokerageId: number; clientId?: number; leadId?: number },
): Promise<void> {
  const { sessionId, brokerageId, clientId, leadId } = link;
  await ctx.db
    .updateTable("visitor_sessions")
    .set({
      ...(clientId !== undefined && { client_id: clientId }),
      ...(leadId !== undefined && { lead_id: leadId }),
      last_activity_at: ctx.clock.now(),
    })
    .where("id", "=", sessionId)
    .where("brokerage_id", "=", brokerageId)
    .execute();
}

/** Locks the sessions linked to a lead that is being deleted: sessions are always locked before leads. */
export async function lockSessionsOfLead({ db }: Context, leadId: number): Promise<void> {
  await db
    .selectFrom("visitor_sessions")
    .select("id")
    .where("lead_id", "=", leadId)
    .orderBy("id")
    .forUpdate()
    .execute();
}
