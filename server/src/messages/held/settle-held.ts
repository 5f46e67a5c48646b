import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { ClaimedMessage } from "../claim-due-messages.sql.ts";
import { finish } from "../settle-message.ts";
import { HELD } from "./hold-mail.ts";

/** It has not left, and waits for its writer to try again. */
export async function keepHeld(ctx: Context, { id }: ClaimedMessage, failure: string | null): Promise<void> {
  await ctx.db
    .updateTable("messages")
    .set({ state: "waiting", failure })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .execute();
}

/** Its writer has given it up, or may not send it any more. */
export async function endHeld(
  ctx: Context,
  mail: ClaimedMessage,
  state: "failed" | "dropped",
  failure: string,
): Promise<void> {
  await finish(ctx, [mail], state, failure);
}

const FORGOTTEN_AFTER_MS = 3_600_000;

/**
 * Ends what has been held for an hour without another attempt: what gave rise to it has ended meanwhile. One whose process
 * died in mid-sending may have left. Index messages_due.
 */
export async function dropForgottenMail({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  await db
    .updateTable("messages")
    .set({
      state: "dropped",
      failure: sql<string>`coalesce(failure, 'nothing waits for it any more')`,
      content: null,
      claimed_until: null,
      finished_at: now,
    })
    .where("channel", "=", "email")
    .where("state", "in", ["waiting", "sending"])
    .where("claimed_until", "=", HELD)
    .where("due_at", "<", new Date(now.getTime() - FORGOTTEN_AFTER_MS))
    .execute();
}
