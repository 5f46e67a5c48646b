import { randomUUID } from "node:crypto";
import type { TenantContext } from "../../platform/context.ts";
import { WithCookie } from "../../platform/http/with-cookie.ts";
import { countUnknownSession, findSession, SESSION_LIFETIME_MS } from "./session-row.ts";

export const SESSION_COOKIE = "session_id";

/**
 * Creates a session on the brokerage of the domain. The browser may keep its id as a cookie or send it as a header. No session and no
 * cookie for a visitor who refuses to be tracked (web.md, W21).
 */
export async function createSession(
  ctx: TenantContext,
): Promise<WithCookie<{ session_id: string }> | undefined> {
  if (ctx.refusesTracking) return undefined;
  const { brokerageId } = ctx.tenant;
  if (!(await findSession(ctx, { sessionId: ctx.sessionId, brokerageId }))) await countUnknownSession(ctx);
  const id = randomUUID();
  const now = ctx.clock.now();
  await ctx.db
    .insertInto("visitor_sessions")
    .values({ id, brokerage_id: brokerageId, created_at: now, last_activity_at: now })
    .execute();
  return new WithCookie(
    { session_id: id },
    { name: SESSION_COOKIE, value: id, seconds: SESSION_LIFETIME_MS / 1000 },
  );
}
