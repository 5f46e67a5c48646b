import { eraseRepliesOfSession } from "../../idempotency/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { WithCookie } from "../../platform/http/with-cookie.ts";
import type { MessageReply } from "../visitors.schemas.ts";
import { SESSION_COOKIE } from "./create-session.ts";
import { requireLockedSession } from "./session-row.ts";

/**
 * Deletes the session with everything it holds. Afterwards its id answers 404.
 *
 * @throws AppError 404 without a session.
 */
export async function clearSession(ctx: TenantContext): Promise<WithCookie<MessageReply>> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await requireLockedSession(ctx);
    await eraseRepliesOfSession(ctx, id);
    await ctx.db.deleteFrom("visitor_sessions").where("id", "=", id).execute();
    const reply = { success: true, message: "All data of this session are deleted" };
    return new WithCookie(reply, { name: SESSION_COOKIE, value: null });
  });
}
