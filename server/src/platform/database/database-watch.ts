import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import { DatabaseUnavailable } from "./connection-errors.ts";
import type { DatabaseOutage } from "./database-outage.ts";
import { DATABASE_TIMEOUT_MS, HALF_TIMEOUT_MS, type WatchedClient } from "./watched-client.ts";

export { DATABASE_TIMEOUT_MS, HALF_TIMEOUT_MS };

const TICK_MS = 250;
/**
 * Delay of the second attempt, which covers a lost packet or a slow name server. Both attempts end within the
 * timeout.
 */
const ATTEMPT_AGAIN_MS = HALF_TIMEOUT_MS / 2;
const PROBE_AGAIN_MS = 500;

/**
 * Probes the database on a separate connection, and finds waiting connections that have no statement running on the
 * server. Rejects when the database does not respond; `signal` cancels it.
 */
export type Probe = (
  waiting: readonly WatchedClient[],
  signal: AbortSignal,
) => Promise<readonly WatchedClient[]>;

type Options = {
  probe: Probe;
  log: Log | null;
  outage: DatabaseOutage;
  /** Called when an outage begins: all requests for a connection must be rejected. */
  onOutage: () => void;
};

/**
 * Distinguishes a slow database from one that is frozen, cut off or gone, and ends waiting for the latter. A
 * connection that waits for half of the timeout without receiving a byte triggers a probe, then further ones at
 * growing intervals. When two attempts fail and no other connection has received anything meanwhile, all connections
 * are closed and `isSilent` is true until a later probe succeeds; requests are rejected at once meanwhile. When the
 * probe succeeds, only those connections are closed for which the server runs nothing.
 */
export class DatabaseWatch {
  #away = false;
  #closed = false;
  #probing = false;
  #timer: NodeJS.Timeout | null = null;
  #answeredAt = 0;
  readonly #clients = new Set<WatchedClient>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** True from a failed probe until a successful one. */
  get isSilent(): boolean {
    return this.#away;
  }

  /** True while the database is silent, and while it takes no connections (RefusalWatch). */
  get isDown(): boolean {
    return this.#options.outage.isOn;
  }

  /** Outages of both kinds since the start, for /metrics. */
  get outages(): number {
    return this.#options.outage.count;
  }

  /** Registers a connection that is open or being opened. */
  add(client: WatchedClient): void {
    this.#clients.add(client);
    client.once("end", () => this.#clients.delete(client));
  }

  /** A connection starts to wait for a response. */
  startWaiting(): void {
    if (this.#timer === null && !this.#closed) this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** A connection has received a response. */
  noteAnswer(): void {
    this.#answeredAt = performance.now();
  }

  /** Rejects what waits for an answer. Idle connections stay. */
  abandonWaiting(): void {
    this.#giveUp([...this.#clients].filter(({ waits }) => waits));
  }

  /** Closes every connection without a protocol message. */
  abandon(): void {
    for (const client of this.#clients) client.abandon();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Waiting is counted in ticks, so that a blocked event loop does not count against the database. */
  #tick(): void {
    const waiting = [...this.#clients].filter((client) => client.countWaiting(TICK_MS));
    if (waiting.length === 0 && !this.#away) {
      if (this.#timer) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    const stalled = waiting.filter(({ waitedMs }) => waitedMs >= HALF_TIMEOUT_MS);
    if (this.#away) {
      this.#giveUp(stalled);
      return;
    }
    this.#giveUp(waiting.filter(({ isOverdue }) => isOverdue));
    if (!this.#probing && stalled.some(({ isProbeDue }) => isProbeDue)) void this.#look(stalled);
  }

  async #look(stalled: readonly WatchedClient[]): Promise<void> {
    this.#probing = true;
    const began = performance.now();
    for (const client of stalled) client.planNextProbe();
    try {
      const lost = await this.#askTwice(stalled);
      this.#giveUp(lost.filter((client) => client.waitedMs >= HALF_TIMEOUT_MS));
    } catch (error) {
      if (this.#closed) return;
      if (this.#answeredAt < began) await this.#waitForReturn(error);
      else this.#options.log?.warn({ err: error }, "database answers, but takes no new connection");
    } finally {
      this.#probing = false;
    }
  }

  async #askTwice(stalled: readonly WatchedClient[]): Promise<readonly WatchedClient[]> {
    const { probe } = this.#options;
    return inTime(async (signal) => {
      const again = async () => {
        await delay(ATTEMPT_AGAIN_MS, null, { ref: false, signal });
        return probe(stalled, signal);
      };
      try {
        return await Promise.any([probe(stalled, signal), again()]);
      } catch (error) {
        throw (error as AggregateError).errors.at(-1);
      }
    });
  }

  async #waitForReturn(error: unknown): Promise<void> {
    const { outage, onOutage, probe } = this.#options;
    this.#away = true;
    outage.begin("silent", error);
    onOutage();
    // Connections that have waited for less than half of the timeout are kept until then: the server may still
    // execute what it received.
    this.#giveUp([...this.#clients].filter(({ waits, waitedMs }) => !waits || waitedMs >= HALF_TIMEOUT_MS));
    while (!this.#closed) {
      await delay(PROBE_AGAIN_MS, null, { ref: false });
      const answered = await inTime((signal) => probe([], signal)).then(
        () => true,
        () => false,
      );
      if (!answered) continue;
      // Connections that were opened meanwhile may be lost like the others.
      this.#giveUp([...this.#clients]);
      this.#away = false;
      outage.end("silent");
      return;
    }
  }

  #giveUp(clients: readonly WatchedClient[]): void {
    for (const client of clients) client.abandon(new DatabaseUnavailable());
  }
}

/** Rejects after half of the timeout and aborts `signal`. */
async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const failure = Promise.withResolvers<never>();
  const late = () => failure.reject(new Error(`no answer within ${HALF_TIMEOUT_MS / 1000} seconds`));
  // A response that arrived while the event loop was blocked is read first.
  const timer = setTimeout(() => setImmediate(late), HALF_TIMEOUT_MS);
  try {
    return await Promise.race([work(over.signal), failure.promise]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
