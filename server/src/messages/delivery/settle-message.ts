import { setTimeout as delay } from "node:timers/promises";
import type { Updateable } from "kysely";
import type { Context } from "../../platform/context.ts";
import { isConnectionError } from "../../platform/database/connection-errors.ts";
import type { Messages } from "../../platform/database/types.generated.ts";
import type { ClaimedMessage } from "../message.ts";
import { type Finish, finishMessages } from "./finish-messages.sql.ts";

type Final = Finish["state"];

/** Ends messages, also those that were dropped or claimed by another process meanwhile: a mail that has left is sent. */
export async function finish(
  ctx: Context,
  messages: readonly ClaimedMessage[],
  state: Final,
  failure: string | null = null,
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  const at = ctx.clock.now();
  await retryOnConnectionLoss(ctx, () =>
    finishMessages(ctx.db, { ids, state, at, failure, ifAttempts: null }),
  );
}

/** Ends a message that may not be sent any more, while it is still claimed here. */
export async function dropClaimed(
  ctx: Context,
  { id, attempts: ifAttempts }: ClaimedMessage,
  failure: string,
): Promise<void> {
  const at = ctx.clock.now();
  await retryOnConnectionLoss(ctx, () =>
    finishMessages(ctx.db, { ids: [id], state: "dropped", at, failure, ifAttempts }),
  );
}

/** The attempt failed, and there will be another one. */
export async function scheduleRetry(
  ctx: Context,
  message: ClaimedMessage,
  { failure, dueAt }: { failure: string; dueAt: Date },
): Promise<void> {
  await updateClaimed(ctx, message, { ...waiting, failure, due_at: dueAt });
}

/** The message may not leave before then, also where a clock is ahead. It does not count as an attempt. */
export async function deferUntil(ctx: Context, message: ClaimedMessage, until: Date): Promise<void> {
  const attempts = message.attempts - 1;
  await updateClaimed(ctx, message, { ...waiting, attempts, due_at: until, claimed_until: until });
}

/** The message was not tried, and can be claimed again at once. */
export async function releaseClaim(ctx: Context, message: ClaimedMessage): Promise<void> {
  await updateClaimed(ctx, message, { ...waiting, attempts: message.attempts - 1 });
}

/** The attempt was cut short. The next one sees by the count of attempts that the message may have left. */
export async function markUncertain(ctx: Context, message: ClaimedMessage): Promise<void> {
  await updateClaimed(ctx, message, waiting);
}

const waiting = { state: "waiting", claimed_until: null };

/** Changes the row of a message, unless it was dropped or claimed by another process since it was claimed here. */
async function updateClaimed(
  ctx: Context,
  { id, attempts }: ClaimedMessage,
  columns: Updateable<Messages>,
): Promise<void> {
  await retryOnConnectionLoss(ctx, () =>
    ctx.db
      .updateTable("messages")
      .set(columns)
      .where("id", "=", id)
      .where("state", "=", "sending")
      .where("attempts", "=", attempts)
      .execute(),
  );
}

const TRIES = 30;
const PAUSE_MS = 1000;

/** A mail that has left without a record would leave again, so a database that is away is given some time to return. */
async function retryOnConnectionLoss(ctx: Context, write: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isConnectionError(error) || tries === TRIES || ctx.signal.aborted) throw error;
      await delay(PAUSE_MS);
    }
  }
}
