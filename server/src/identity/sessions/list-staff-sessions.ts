import type { Static } from "typebox";
import type { ActorContext } from "../../platform/context.ts";
import { envelope, type PageRequest } from "../../platform/http/list-envelope.ts";
import type { StaffSession, StaffSessionPage } from "../sign-in.schemas.ts";
import { endOf, ownSessions } from "./staff-sessions.ts";

/** The browsers in which the caller is signed in, the latest first; at most 20 (`MAX_SESSIONS`). */
export async function listStaffSessions(
  ctx: ActorContext,
  page: PageRequest,
): Promise<Static<typeof StaffSessionPage>> {
  const now = ctx.clock.now();
  const rows = await ownSessions(ctx, ctx.actor)
    .select(["id", "method", "device", "created_at", "last_used_at", "expires_at"])
    .orderBy("id", "desc")
    .execute();
  const sessions = rows
    .filter((row) => endOf(row) > now)
    .map((row) => ({
      ...row,
      method: row.method as StaffSession["method"],
      expires_at: endOf(row),
      is_current: row.id === ctx.actor.sessionId,
    }));
  const first = (page.page - 1) * page.page_size;
  return envelope(sessions.slice(first, first + page.page_size), sessions.length, page);
}
