import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import { channels } from "../channels/channels.ts";
import type { DeliveryQueue } from "./delivery-queue.ts";
import { messageSender, type Sending, withoutRecipients } from "./send-message.ts";
import { tracedDelivery } from "./traced-delivery.ts";

/** Lease of a claimed message. After it another process may send the message. */
export const LEASE_MS = 4 * 60_000;
/** A send starts only if it must end this long before the lease does. Exceeds the clock skew between machines. */
const LEASE_MARGIN_MS = 30_000;
/** While messages are in flight, an empty queue is polled for new ones. */
const POLL_MS = 1000;
/** `selectSendable` is asked for so many messages at once. */
const CHECKED_TOGETHER = 10;
/** A run that has lasted this long leaves the rest to the next run. */
const RUN_MS = 5 * 60_000;

export type Counts = { sent: number; failed: number; dropped: number; later: number };

/**
 * Sends messages of a queue, as many at once as the channel has connections, until none is due or the server counts as down.
 *
 * A message is claimed before it is sent, and settled before its connection is used again. So any number of processes may
 * deliver at once, and a process that dies leaves at most one message in doubt for each connection. When the lease has ended, it
 * is sent again under the same Message-ID.
 *
 * @returns `serverFailure`: the last failure of the server, when it counts as down.
 */
export async function deliver(
  ctx: Context,
  queue: DeliveryQueue,
): Promise<{ counts: Counts; serverFailure: string | null }> {
  const channel = channels[queue.channel];
  const counts: Counts = { sent: 0, failed: 0, dropped: 0, later: 0 };
  const now = () => ctx.clock.now().getTime();
  const end = now() + RUN_MS;
  /** Temporary failures of the server in a row. */
  let failures: string[] = [];
  const isServerDown = () => failures.length >= queue.policy.maxConsecutiveFailures;
  const isOver = () => ctx.signal.aborted || isServerDown() || now() >= end;
  const sender = messageSender(ctx, queue, isOver);
  const inFlight = new Set<Promise<void>>();

  async function claim(): Promise<Sending[]> {
    if (isOver()) return [];
    const at = ctx.clock.now();
    const until = new Date(at.getTime() + LEASE_MS);
    const messages = await queue.claim({ now: at, until });
    const sendBy = until.getTime() - channel.withinMs - LEASE_MARGIN_MS;
    return messages.map((message, at) => ({
      message,
      next: messages.slice(at, at + CHECKED_TOGETHER),
      sendBy,
    }));
  }

  async function send(sending: Sending): Promise<void> {
    const { message } = sending;
    try {
      const settlement = await tracedDelivery(queue.channel, message, () => sender.send(sending));
      const { outcome, serverFailure } = settlement;
      ctx.metrics.messages.inc({ channel: queue.channel, outcome });
      if (outcome === "retry" || outcome === "deferred") counts.later++;
      else if (outcome !== "released") counts[outcome]++;
      if (serverFailure) failures.push(serverFailure);
      else if (outcome === "sent" && !isServerDown()) failures = [];
      await queue.settled?.(message, settlement);
    } catch (error) {
      // The database does not answer. A run after the lease sends the message.
      ctx.log.error({ err: error, message: message.id }, "message not settled, will retry after its lease");
    }
  }

  let next = claim();
  try {
    for (;;) {
      const batch = await next;
      if (batch.length === 0 && inFlight.size === 0) break;
      if (batch.length === 0) await Promise.race([...inFlight, delay(POLL_MS, null, { ref: false })]);
      // While this batch is sent, the next one is claimed. What is claimed when the run is over is released by `send`.
      next = claim();
      next.catch(() => {});
      for (const sending of batch) {
        // Twice as many as connections: a message is rendered while others use the connections.
        if (inFlight.size >= 2 * channel.connections) await Promise.race(inFlight);
        const work: Promise<void> = send(sending).finally(() => inFlight.delete(work));
        inFlight.add(work);
      }
    }
  } finally {
    await Promise.all(inFlight);
    sender.close();
  }
  const serverFailure = isServerDown() ? (failures.at(-1) as string) : null;
  if (serverFailure !== null)
    ctx.log.warn(
      { channel: queue.channel, ...counts, failure: withoutRecipients(serverFailure) },
      "message server down, will retry",
    );
  return { counts, serverFailure };
}
