import type { Context } from "../platform/context.ts";
import { fifoLock } from "../platform/fifo-lock.ts";
import type { Channel } from "./channels/channel.ts";
import type { ClaimedMessage } from "./claim-due-messages.sql.ts";
import type { MessageSender } from "./message-senders.ts";
import { notingSent } from "./note-sent.ts";

/** A message that is on its way when the process is asked to stop has a moment to arrive. */
const GRACE_MS = 6000;

/**
 * Hands messages of a channel over, and notes those that have left; of mails one at a time, from the moment that it is the
 * server's until its note is on the way (`note-sent.ts`).
 */
export function handingOver(ctx: Context, channel: Channel) {
  const deliver = channel.open(ctx);
  const { signal: stopped, forget } = aWhileAfter(ctx.signal, GRACE_MS);
  const requestLock = fifoLock();
  const { noteInTurn, noteTogether, close } = notingSent(ctx);
  return {
    /** @returns null when the message has left, and the database has been told; else why it has not. */
    async handOver(message: ClaimedMessage, sender: MessageSender): Promise<Error | null> {
      const lock = requestLock();
      let isInTurn = false;
      const handOver = () => {
        isInTurn = true;
        return lock.acquire();
      };
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(channel.withinMs)]);
      try {
        const error = await deliver(message, sender, { signal, handOver }).then(
          () => null,
          (error: Error) => error,
        );
        if (error === null) await (isInTurn ? noteInTurn(message) : noteTogether(message));
        return error;
      } finally {
        lock.release();
      }
    },
    /** Aborted a while after the process has been asked to stop: what had not arrived by then is in doubt. */
    stopped,
    /** To be awaited: then all that has left is noted. */
    async close(): Promise<void> {
      forget();
      await close();
    },
  };
}

/** A signal that is aborted some time after another. */
function aWhileAfter(signal: AbortSignal, ms: number) {
  const late = new AbortController();
  const wait = () => setTimeout(() => late.abort(), ms).unref();
  signal.addEventListener("abort", wait, { once: true });
  return { signal: late.signal, forget: () => signal.removeEventListener("abort", wait) };
}
