import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { requireLockedSession } from "../sessions/session-row.ts";
import type { NotesBody, NotesReply } from "../visitors.schemas.ts";

/** Replaces the visitor's free-form notes. @throws AppError 404 without a session. */
export async function writeNotes(ctx: TenantContext, { notes }: NotesBody): Promise<NotesReply> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await requireLockedSession(ctx);
    const row = await ctx.db
      .updateTable("visitor_sessions")
      .set({ notes, last_activity_at: ctx.clock.now() })
      .where("id", "=", id)
      .returning("notes")
      .executeTakeFirstOrThrow();
    return { success: true, notes: row.notes };
  });
}
