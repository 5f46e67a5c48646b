import { setTimeout as delay } from "node:timers/promises";
import { sql, type Updateable } from "kysely";
import type { Context } from "../platform/context.ts";
import { isConnectionTrouble } from "../platform/database/connection-trouble.ts";
import type { Db } from "../platform/database/database.ts";
import type { Messages } from "../platform/database/types.generated.ts";
import type { ClaimedMessage } from "./claim-due-messages.sql.ts";
import { LAST_TO_SOMEBODY } from "./enqueue-mail.ts";

/** After 1, 2, 4, 8, and then every 15 minutes, for three days. */
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const GIVE_UP_AFTER_MS = 3 * 86_400_000;

/** What has become of a message when it was tried. */
export type Outcome = "sent" | "failed" | "dropped" | "later";

/** They are done with: what they said is kept no longer. */
export async function finish(
  ctx: Context,
  messages: ClaimedMessage[],
  state: "sent" | "failed" | "dropped",
  failure: string | null = null,
): Promise<void> {
  const at = ctx.clock.now();
  await insist(ctx, () => markFinished(ctx.db, messages, state, at, failure));
}

/** The same, tried once. Whatever somebody else has made of a message meanwhile: it has left. */
export async function markFinished(
  db: Db,
  messages: readonly ClaimedMessage[],
  state: "sent" | "failed" | "dropped",
  finished_at: Date,
  failure: string | null = null,
): Promise<void> {
  await db
    .updateTable("messages")
    .set({
      state,
      content: null,
      claimed_until: null,
      finished_at,
      // A server that refuses an address names it.
      failure: sql<string>`case when kind = ${LAST_TO_SOMEBODY} then null else ${failure}::text end`,
      recipient: sql<string>`case when kind = ${LAST_TO_SOMEBODY} then '' else recipient end`,
    })
    .where(
      "id",
      "in",
      messages.map(({ id }) => id),
    )
    .execute();
}

/** It is tried again later; after three days it is left, in the state that says why. */
export async function putOff(
  ctx: Context,
  message: ClaimedMessage,
  { failure, atLast }: { failure: string; atLast: "failed" | "dropped" },
): Promise<Outcome> {
  const now = ctx.clock.now().getTime();
  if (now - Date.parse(message.content.date) >= GIVE_UP_AFTER_MS) {
    await finish(ctx, [message], atLast, failure);
    return atLast;
  }
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (message.attempts - 1), LONGEST_WAIT_MS);
  await release(ctx, message, { failure, due_at: new Date(now + wait) });
  return "later";
}

/** It may not go before then, not by a clock that is a little ahead either; that counts for no attempt. */
export async function postpone(ctx: Context, message: ClaimedMessage, until: Date): Promise<void> {
  await release(ctx, message, { attempts: message.attempts - 1, due_at: until, claimed_until: until });
}

/** It was not tried, and is whoever's comes next, as if it had not been claimed. */
export async function giveBack(ctx: Context, message: ClaimedMessage): Promise<void> {
  await release(ctx, message, { attempts: message.attempts - 1 });
}

/** It was tried, and not to its end: whoever comes next sees by its attempts that it may have left. */
export async function leaveInDoubt(ctx: Context, message: ClaimedMessage): Promise<void> {
  await release(ctx, message, {});
}

/** Unless it has been dropped, or claimed by another process, since this one has claimed it. */
async function release(
  ctx: Context,
  { id, attempts }: ClaimedMessage,
  columns: Updateable<Messages>,
): Promise<void> {
  await insist(ctx, () =>
    ctx.db
      .updateTable("messages")
      .set({ claimed_until: null, ...columns, state: "waiting" })
      .where("id", "=", id)
      .where("state", "=", "sending")
      .where("attempts", "=", attempts)
      .execute(),
  );
}

const TRIES = 30;

/** A mail that has left and is not noted would leave again: a database that is away for a moment is waited for. */
async function insist(ctx: Context, write: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isConnectionTrouble(error) || tries === TRIES || ctx.signal.aborted) throw error;
      await delay(1000);
    }
  }
}
