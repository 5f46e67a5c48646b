import { coalesce } from "../../platform/coalesce.ts";
import type { Context } from "../../platform/context.ts";
import { IsolatedFailure, PermanentFailure, TemporaryFailure } from "../../platform/errors.ts";
import { Deferred, Suppressed } from "../channels/channel.ts";
import { channels } from "../channels/channels.ts";
import type { ClaimedMessage } from "../message.ts";
import type { DeliveryQueue, Settlement } from "./delivery-queue.ts";
import { type MessageSender, messageSenders } from "./message-senders.ts";
import { backoffMs, isExpired, nextAttempt } from "./retry-policies.ts";
import {
  deferUntil,
  dropClaimed,
  finish,
  markUncertain,
  releaseClaim,
  scheduleRetry,
} from "./settle-message.ts";

/** When the process is asked to stop, a message that is in flight has this long to arrive. */
const GRACE_MS = 6000;
/** An answer of `selectSendable` is used for this long: a connection may be free only later. */
const FRESH_MS = 50;

export type Sending = { message: ClaimedMessage; next: readonly ClaimedMessage[]; sendBy: number };

/** Sends claimed messages of a queue, one each call, and settles them in the ledger. */
export function messageSender(ctx: Context, queue: DeliveryQueue, isOver: () => boolean) {
  const channel = channels[queue.channel];
  const { send: sendByChannel, limit } = channel.open(ctx);
  const senderOf = messageSenders(ctx);
  const grace = abortAfter(ctx.signal, GRACE_MS);
  const settleSent = coalesce<ClaimedMessage>((messages) => finish(ctx, messages, "sent"));
  const answers = new Map<number, { selectedAt: number; ids: Promise<ReadonlySet<number>> }>();

  /** Asks for the next messages too, and uses the answer while it is fresh. */
  async function isSendable({ id }: ClaimedMessage, next: readonly ClaimedMessage[]): Promise<boolean> {
    let answer = answers.get(id);
    if (answer === undefined || performance.now() - answer.selectedAt > FRESH_MS) {
      answer = { selectedAt: performance.now(), ids: queue.selectSendable(next) };
      for (const each of next) answers.set(each.id, answer);
    }
    return (await answer.ids).has(id);
  }

  /** `next`: this message and those that follow it. */
  async function send({ message, next, sendBy }: Sending): Promise<Settlement> {
    try {
      const sender = await senderOf(message.brokerage_id);
      if (sender === null) return await settleDisabled(message);
      if (!(await isSendable(message, next))) return await settleUnsendable(message);
      return await limit(async () => {
        // Here the message has a connection, and keeps it until it is settled.
        if (isOver() || ctx.clock.now().getTime() > sendBy) return settleUntried(message);
        if (!(await isSendable(message, next))) return settleUnsendable(message);
        return sendNow(message, sender);
      });
    } finally {
      answers.delete(message.id);
    }
  }

  async function sendNow(message: ClaimedMessage, sender: MessageSender): Promise<Settlement> {
    // A timer that is cancelled: `AbortSignal.timeout` creates an exception with its stack even after the mail was sent.
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new DOMException("The message was not sent in time", "TimeoutError")),
      channel.withinMs,
    );
    try {
      await sendByChannel(message, sender, AbortSignal.any([grace.signal, late.signal]));
    } catch (error) {
      return settleError(message, error as Error);
    } finally {
      clearTimeout(timer);
    }
    await settleSent(message);
    return { outcome: "sent" };
  }

  async function settleUntried(message: ClaimedMessage): Promise<Settlement> {
    await releaseClaim(ctx, message);
    return { outcome: "released" };
  }

  async function settleUnsendable(message: ClaimedMessage): Promise<Settlement> {
    await dropClaimed(ctx, message, "no longer applicable: its lead, step or event has ended");
    return { outcome: "dropped" };
  }

  /** The brokerage may be enabled again; until then nothing is sent in its name. */
  async function settleDisabled(message: ClaimedMessage): Promise<Settlement> {
    const failure = "the brokerage is disabled";
    const now = ctx.clock.now();
    if (isExpired(queue.policy, new Date(message.content.date), now)) {
      await finish(ctx, [message], "dropped", failure);
      return { outcome: "dropped" };
    }
    const dueAt = new Date(now.getTime() + backoffMs(queue.policy, message.failures));
    await scheduleRetry(ctx, message, { failure, dueAt });
    return { outcome: "deferred" };
  }

  async function settleError(message: ClaimedMessage, error: Error): Promise<Settlement> {
    if (grace.signal.aborted) {
      await markUncertain(ctx, message);
      return { outcome: "deferred" };
    }
    if (error instanceof Deferred) {
      await deferUntil(ctx, message, error.until);
      return { outcome: "deferred" };
    }
    const failure = error.message.slice(0, 500);
    if (error instanceof Suppressed) {
      await finish(ctx, [message], "dropped", failure);
      return { outcome: "dropped" };
    }
    return settleFailure(message, error, failure);
  }

  async function settleFailure(message: ClaimedMessage, error: Error, failure: string): Promise<Settlement> {
    const isRefused = error instanceof PermanentFailure;
    const isOfServer = error instanceof TemporaryFailure && !(error instanceof IsolatedFailure);
    const attempt = {
      failuresBefore: message.failures,
      firstDueAt: new Date(message.content.date),
      isRefused,
    };
    const retryAt = nextAttempt(queue.policy, attempt, ctx.clock.now());
    const fields = { message: message.id, kind: message.kind, brokerage: message.brokerage_id };
    if (!isRefused && !(error instanceof TemporaryFailure)) {
      ctx.log.error({ err: error, ...fields }, "message not rendered");
    } else if (!isOfServer) {
      ctx.log.warn(
        { ...fields, failure: withoutRecipients(failure), retryAt },
        retryAt ? "message send failed, will retry" : "message send failed",
      );
    }
    if (retryAt === null) await finish(ctx, [message], "failed", failure);
    else await scheduleRetry(ctx, message, { failure, dueAt: retryAt });
    const outcome = retryAt === null ? "failed" : "retry";
    return { outcome, failure, ...(isOfServer && { serverFailure: failure }) };
  }

  return { send, close: grace.close };
}

/** A signal that is aborted some time after another one. */
function abortAfter(signal: AbortSignal, ms: number) {
  const late = new AbortController();
  const wait = () => setTimeout(() => late.abort(), ms).unref();
  signal.addEventListener("abort", wait, { once: true });
  return { signal: late.signal, close: () => signal.removeEventListener("abort", wait) };
}

/** A failure for the log: servers repeat the address or number that they refuse. The ledger has the whole text. */
export function withoutRecipients(failure: string): string {
  return failure
    .replaceAll(/[^\s<>"',:;()@]{1,64}@[^\s<>"',:;()]{1,255}/g, "(address)")
    .replaceAll(/\+?\d[\d\s().-]{7,}\d/g, "(number)");
}
