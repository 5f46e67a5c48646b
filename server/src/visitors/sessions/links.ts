import type { Context } from "../../platform/context.ts";

/** From now on a session, which the caller holds locked, is that client's, or that lead's, as far as it says so. */
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

/** Holds the sessions that have become a lead, which is going: they are locked before leads, and lose it. */
export async function holdSessionsOfLead({ db }: Context, leadId: number): Promise<void> {
  await db
    .selectFrom("visitor_sessions")
    .select("id")
    .where("lead_id", "=", leadId)
    .orderBy("id")
    .forUpdate()
    .execute();
}
