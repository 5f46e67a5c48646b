import type { VisitorEvent } from "./events.ts";
import { withTabLock } from "./locks.ts";
import { bytesOf, inBatches, type Queue } from "./queue.ts";
import type { Call, LintelError } from "./request.ts";
import type { VisitorSession } from "./session.ts";

/** An event that is dropped: refused by the server, or evicted by a thousand newer ones. */
export type LostEvent = { reason: "refused" | "overflow"; event: VisitorEvent; detail: string };

type Parts = {
  call: Call;
  beaconUrl: string;
  session: VisitorSession;
  queue: Queue;
  prefix: string;
  debounceMs: number;
  onLost: (lost: LostEvent) => void;
};

/** SPEC: Client batching contract. */
const FLUSH_AT = 50;
const SLOWEST_RETRY_MS = 300_000;
/** Permanent errors, caused by the events. */
const REFUSALS = [400, 413, 422];

export type Delivery = {
  /** Sends after a quiet period, or when many events are queued. */
  soon(): void;
  /** Sends now, but not before the server's Retry-After. */
  now(): Promise<void>;
  /** Sends while the page unloads. The outcome is unknown, so all events stay queued until they are sent again. */
  beacon(): void;
  /** Runs work while nothing is being sent. */
  alone(work: () => Promise<void>): Promise<void>;
  stop(): void;
};

export function createDelivery(parts: Parts): Delivery {
  const { call, session, queue, prefix, debounceMs, onLost } = parts;
  const underWay = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let failures = 0;
  let retryAt = 0;
  /** True when `retryAt` comes from the server; the client's own backoff may be cut short. */
  let limited = false;
  let stopped = false;

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(deliver, Math.max(ms, retryAt - performance.now()));
  }

  function deliver(): Promise<void> {
    clearTimeout(timer);
    return alone(sendAll).catch(retryLater);
  }

  function alone(work: () => Promise<void>): Promise<void> {
    const turn = running.then(() => withTabLock(`${prefix}send`, work));
    running = turn.catch(() => {});
    return turn;
  }

  async function sendAll(): Promise<void> {
    if (stopped || performance.now() < retryAt) return schedule(0);
    for (const batch of inBatches(queue.all())) {
      for (const { id } of batch) underWay.add(id);
      try {
        await send(batch);
      } finally {
        for (const { id } of batch) underWay.delete(id);
      }
    }
    failures = 0;
  }

  async function send(batch: VisitorEvent[], inNewSession = false): Promise<void> {
    const id = await session.id();
    // The visitor refuses to be tracked, which the browser has told the server alone.
    if (!id) return queue.clear();
    // Read right before sending: meanwhile events may have been dropped, and the session replaced.
    const events = batch.filter(queue.has);
    if (events.length === 0) return;
    const body = JSON.stringify({ events });
    try {
      await call("/sessions/events", { session: id, body, keepalive: bytesOf(body) < 60_000 });
      queue.remove(events);
    } catch (error) {
      const { status, message } = error as LintelError;
      // The session was cleared, or expired after 30 days. On an unknown domain sessions are kept.
      if (status === 404 && message !== "Brokerage not found" && !inNewSession) {
        if (session.known() === id) session.become();
        return send(events, true);
      }
      if (!REFUSALS.includes(status)) throw error;
      await withoutTheRefused(events, message);
    }
  }

  /** The server accepts a request as a whole, so bisection finds the refused events. */
  async function withoutTheRefused(events: VisitorEvent[], detail: string): Promise<void> {
    const [event] = events as [VisitorEvent];
    const middle = events.length >> 1;
    if (!middle) {
      queue.remove(events);
      return onLost({ reason: "refused", event, detail });
    }
    await send(events.slice(0, middle));
    await send(events.slice(middle));
  }

  function retryLater(error: unknown): void {
    const { status, retryAfter } = error as Partial<LintelError>;
    limited = status === 429;
    // Jitter, so that browsers do not retry at the same time.
    const wait = Math.min(SLOWEST_RETRY_MS, debounceMs * 2 ** failures++) * (0.5 + Math.random() / 2);
    retryAt = performance.now() + (limited ? 1000 * (retryAfter ?? 60) : wait);
    schedule(0);
  }

  return {
    soon: () => schedule(queue.size() < FLUSH_AT ? debounceMs : 0),
    now() {
      if (!limited) retryAt = 0;
      return deliver();
    },
    beacon() {
      const session_id = session.known();
      if (!session_id || !globalThis.navigator?.sendBeacon) return;
      const unsent = queue.all().filter(({ id }) => !underWay.has(id));
      for (const events of inBatches(unsent)) {
        // A beacon cannot send X-Session-ID, and avoids a preflight only as text.
        if (navigator.sendBeacon(parts.beaconUrl, JSON.stringify({ session_id, events })))
          for (const { id } of events) underWay.add(id);
      }
    },
    alone,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
