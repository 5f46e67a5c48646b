import type { Context } from "../platform/context.ts";
import { OwnTrouble, Refused, Trouble } from "../platform/delivery.ts";
import { type Channel, NotNow, Withheld } from "./channels/channel.ts";
import { type ClaimedMessage, isStillClaimed } from "./claim-due-messages.sql.ts";
import { handingOver } from "./hand-over.ts";
import { messageSenders } from "./message-senders.ts";
import { finish, leaveInDoubt, type Outcome, postpone, putOff } from "./settle-message.ts";

/** `trouble`: what the channel's server has against it for now. */
export type Sending = { outcome: Outcome; trouble?: string };

/** Sends claimed messages of a channel, one each call, and notes what becomes of them. */
export function sendMessages(ctx: Context, channel: Channel) {
  const senderOf = messageSenders(ctx);
  const { handOver, stopped, close } = handingOver(ctx, channel);

  async function send(message: ClaimedMessage): Promise<Sending> {
    const sender = await senderOf(message.brokerage_id);
    // It may be opened again; till then nothing goes out in its name.
    if (!sender) {
      const failure = "the brokerage is disabled";
      return { outcome: await putOff(ctx, message, { failure, atLast: "dropped" }) };
    }
    // Somebody may have opted out while it waited for its turn.
    if (!(await isStillClaimed(ctx.db, message))) return { outcome: "dropped" };
    const error = await handOver(message, sender);
    return error === null ? { outcome: "sent" } : notSent(message, error);
  }

  async function notSent(message: ClaimedMessage, error: Error): Promise<Sending> {
    if (stopped.aborted) {
      await leaveInDoubt(ctx, message);
      return { outcome: "later" };
    }
    const failure = error.message.slice(0, 500);
    if (error instanceof Withheld) {
      await finish(ctx, [message], "dropped", failure);
      return { outcome: "dropped" };
    }
    if (error instanceof NotNow) {
      await postpone(ctx, message, error.until);
      return { outcome: "later" };
    }
    if (error instanceof Refused) {
      ctx.log.warn({ message: message.id, kind: message.kind, failure }, "a message is refused for good");
      await finish(ctx, [message], "failed", failure);
      return { outcome: "failed" };
    }
    const outcome = await putOff(ctx, message, { failure, atLast: "failed" });
    if (error instanceof OwnTrouble) {
      ctx.log.warn({ message: message.id, brokerage: message.brokerage_id, failure }, "a message waits");
      return { outcome };
    }
    if (error instanceof Trouble) return { outcome, trouble: failure };
    ctx.log.error({ err: error, message: message.id }, "a message cannot be written");
    return { outcome };
  }

  return { send, close };
}
