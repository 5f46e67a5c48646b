import { randomUUID } from "node:crypto";
import type { TenantContext } from "../../platform/context.ts";
import { WithCookie } from "../../platform/http/with-cookie.ts";
import { countNobody, FORGOTTEN_AFTER_MS, findSession } from "./session-row.ts";

export const SESSION_COOKIE = "session_id";

/** Begins a visitor's session on the brokerage of the domain. The browser may keep it as a cookie, or send its id. */
export async function createSession(ctx: TenantContext): Promise<WithCookie<{ session_id: string }>> {
  const { brokerageId } = ctx.tenant;
  if (!(await findSession(ctx, { sessionId: ctx.sessionId, brokerageId }))) await countNobody(ctx);
  const id = randomUUID();
  const now = ctx.clock.now();
  await ctx.db
    .insertInto("visitor_sessions")
    .values({ id, brokerage_id: brokerageId, created_at: now, last_activity_at: now })
    .execute();
  return new WithCookie(
    { session_id: id },
    { name: SESSION_COOKIE, value: id, seconds: FORGOTTEN_AFTER_MS / 1000 },
  );
}
