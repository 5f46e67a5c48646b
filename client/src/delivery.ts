import type { VisitorEvent } from "./events.ts";
import { withTabLock } from "./locks.ts";
import { bytesOf, inBatches, type Queue } from "./queue.ts";
import type { Call, LintelError } from "./request.ts";
import type { VisitorSession } from "./session.ts";

/** An event that will never arrive: the server refuses it, or a thousand newer ones needed its place. */
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
/** What is wrong with the events, not with the moment. */
const REFUSALS = [400, 413, 422];

export type Delivery = {
  /** Soon: when nothing more has been queued for a while, or much has. */
  soon(): void;
  /** Now, but not before the server wants to be asked again. */
  now(): Promise<void>;
  /** As the page goes: nobody hears whether it arrived, so all of it stays queued until it has been sent again. */
  beacon(): void;
  /** While nothing is being sent. */
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
  /** The server has said when it wants to be asked again; a failure's own time may be cut short. */
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
    // Right before they go: meanwhile they may have been dropped, and the session be another person's.
    const events = batch.filter(queue.has);
    if (events.length === 0) return;
    const body = JSON.stringify({ events });
    try {
      await call("/sessions/events", { session: id, body, keepalive: bytesOf(body) < 60_000 });
      queue.remove(events);
    } catch (error) {
      const { status, message } = error as LintelError;
      // Cleared, or forgotten after its 30 days. A website that is on no brokerage's domain any more keeps its sessions.
      if (status === 404 && message !== "Brokerage not found" && !inNewSession) {
        if (session.known() === id) session.become();
        return send(events, true);
      }
      if (!REFUSALS.includes(status)) throw error;
      await withoutTheRefused(events, message);
    }
  }

  /** The server takes all of a request or nothing: halves find out which event it is that must not hold up the others. */
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
    // Not all browsers at the same moment, once the server is back.
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
        // A beacon cannot say X-Session-ID, and only as text does it go without asking first.
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
