import { recordChange } from "../../audit/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Message } from "../sign-in.schemas.ts";
import { ownSessions } from "./staff-sessions.ts";

/**
 * Signs out one of the caller's browsers.
 *
 * @throws AppError 404 `Session not found`, also for another person's.
 */
export async function deleteStaffSession(
  ctx: ActorContext,
  { session_id }: { session_id: number },
): Promise<Message> {
  await inTransaction(ctx, async (ctx) => {
    const own = ownSessions(ctx, ctx.actor).select("id").where("id", "=", session_id);
    const { numDeletedRows } = await ctx.db
      .deleteFrom("staff_sessions")
      .where("id", "in", own)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new AppError("not_found", "Session not found");
    await recordChange(ctx, {
      action: "delete",
      targetType: "staff_session",
      targetId: session_id,
      brokerageId: ctx.actor.brokerageId,
    });
  });
  return { message: "Signed out" };
}
