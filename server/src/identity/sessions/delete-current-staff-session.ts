import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { STAFF_COOKIE } from "../../platform/http/staff-cookie.ts";
import { WithCookie } from "../../platform/http/with-cookie.ts";
import type { Message } from "../sign-in.schemas.ts";
import { deleteStaffSession } from "./delete-staff-session.ts";

/**
 * Signs this browser out: its session ends and its cookie is deleted.
 *
 * @throws AppError 404 `Session not found` for a key or a token.
 */
export async function deleteCurrentStaffSession(ctx: ActorContext): Promise<WithCookie<Message>> {
  const { sessionId } = ctx.actor;
  if (sessionId === undefined) throw new AppError("not_found", "Session not found");
  const done = await deleteStaffSession(ctx, { session_id: sessionId });
  return new WithCookie(done, { name: STAFF_COOKIE, value: null, isHostOnly: true });
}
