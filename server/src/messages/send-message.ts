import type { Context } from "../context.ts";
import { MailRefused, MailTrouble } from "../platform/mail/mail.ts";
import { together } from "../platform/together.ts";
import { turns } from "../platform/turns.ts";
import type { ClaimedMessage } from "./claim-due-messages.sql.ts";
import { mailOf } from "./mail-of.ts";
import { mailSenders } from "./mail-senders.ts";
import { finish, giveBack, type Outcome, putOff } from "./settle-message.ts";

/** How long the sending of one mail may take; long, because what we do not wait for to the end may arrive all the same. */
export const SENDING_MS = 150_000;
/** Mail that is on its way when the process is asked to stop has a moment to arrive. */
const GRACE_MS = 6000;

/** `trouble`: what the mail server has against it for now. */
export type Sending = { outcome: Outcome; trouble?: string };

/** Sends claimed messages, one each call, and notes what becomes of them. */
export function sendMessages(ctx: Context) {
  const senderOf = mailSenders(ctx);
  const { signal: stopped, forget } = aWhileAfter(ctx.signal, GRACE_MS);
  // From its hand-over until it is noted a mail is the only one: so many are in doubt when the process is killed.
  const takeTurn = turns();
  // A busy database has one thing to do for all that have left meanwhile.
  const noteSent = together<ClaimedMessage>((messages) => finish(ctx, messages, "sent"));

  async function send(message: ClaimedMessage): Promise<Sending> {
    const sender = await senderOf(message.brokerage_id);
    // It may be opened again; till then nothing goes out in its name.
    if (!sender) {
      const failure = "the brokerage is disabled";
      return { outcome: await putOff(ctx, message, { failure, atLast: "dropped" }) };
    }
    const turn = takeTurn();
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(SENDING_MS)]);
    try {
      const sending = mailOf(ctx, message, sender).then((mail) =>
        ctx.mailer.send(mail, { signal, handOver: turn.come }),
      );
      const error = await sending.then(
        () => null,
        (error: Error) => error,
      );
      if (error) return await notSent(message, error);
      await noteSent(message);
      return { outcome: "sent" };
    } finally {
      turn.leave();
    }
  }

  async function notSent(message: ClaimedMessage, error: Error): Promise<Sending> {
    if (stopped.aborted) {
      await giveBack(ctx, message);
      return { outcome: "later" };
    }
    const failure = error.message.slice(0, 500);
    if (error instanceof MailRefused) {
      ctx.log.warn({ message: message.id, kind: message.kind, failure }, "a mail is refused for good");
      await finish(ctx, [message], "failed", failure);
      return { outcome: "failed" };
    }
    const outcome = await putOff(ctx, message, { failure, atLast: "failed" });
    if (error instanceof MailTrouble) return { outcome, trouble: failure };
    ctx.log.error({ err: error, message: message.id }, "a message cannot be written");
    return { outcome };
  }

  return { send, close: forget };
}

/** A signal that is aborted some time after another. */
function aWhileAfter(signal: AbortSignal, ms: number) {
  const late = new AbortController();
  const wait = () => setTimeout(() => late.abort(), ms).unref();
  signal.addEventListener("abort", wait, { once: true });
  return { signal: late.signal, forget: () => signal.removeEventListener("abort", wait) };
}
