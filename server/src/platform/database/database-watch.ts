import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import { DatabaseUnavailable } from "./connection-trouble.ts";
import { DATABASE_PATIENCE_MS, HALF_PATIENCE_MS, type WatchedClient } from "./watched-client.ts";

export { DATABASE_PATIENCE_MS, HALF_PATIENCE_MS };

const TICK_MS = 250;
/** The second attempt: one lost packet, or a name server's hiccup, is no outage. Both end with the patience. */
const ATTEMPT_AGAIN_MS = HALF_PATIENCE_MS / 2;
const PROBE_AGAIN_MS = 500;

/**
 * Asks the database on a connection of its own whether it is there, and which of the waiting connections it knows nothing
 * to do for. Rejects when it does not answer; nobody waits for it any more when `signal` is aborted.
 */
export type Probe = (
  waiting: readonly WatchedClient[],
  signal: AbortSignal,
) => Promise<readonly WatchedClient[]>;

type Options = {
  probe: Probe;
  log: Log | null;
  /** Called when the database stops answering: everything that waits for a connection must be refused. */
  onOutage: () => void;
};

/**
 * Tells a database that is slow from one that is frozen, cut off or gone without a word, and ends the waiting for the latter.
 * A connection that waits for half of the patience without a byte makes it probe the database, and again ever more rarely while it goes on
 * waiting. When two attempts get no answer either, and no other connection has had one meanwhile, every connection is given up, and
 * `away` is true until a later probe gets one: callers are refused at once meanwhile. When the probe gets an answer, only those
 * connections are given up that the server does no work for.
 */
export class DatabaseWatch {
  /** Outages since the start, for /metrics. */
  outages = 0;
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

  /** True from the moment a probe got no answer until another one got one. */
  get away(): boolean {
    return this.#away;
  }

  /** A connection that has been opened, or is being opened. */
  add(client: WatchedClient): void {
    this.#clients.add(client);
    client.once("end", () => this.#clients.delete(client));
  }

  /** A connection waits for an answer from now on. */
  startWaiting(): void {
    if (this.#timer === null && !this.#closed) this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** A connection has had an answer. */
  noteAnswer(): void {
    this.#answeredAt = performance.now();
  }

  /** Ends every connection, without a word to the server. */
  abandon(): void {
    for (const client of this.#clients) client.abandon();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Patience is counted in ticks, so that a process that was held up itself does not blame the database. */
  #tick(): void {
    const waiting = [...this.#clients].filter((client) => client.countWaiting(TICK_MS));
    if (waiting.length === 0 && !this.#away) {
      if (this.#timer) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    const stalled = waiting.filter(({ waitedMs }) => waitedMs >= HALF_PATIENCE_MS);
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
      this.#giveUp(lost.filter((client) => client.waitedMs >= HALF_PATIENCE_MS));
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
    const { log, onOutage, probe } = this.#options;
    const since = performance.now();
    this.#away = true;
    this.outages++;
    log?.error({ err: error }, "database does not answer: requests that need it are refused until it does");
    onOutage();
    // What waits for less than half of the patience gets that: the server may still carry out what it has been sent.
    this.#giveUp([...this.#clients].filter(({ waits, waitedMs }) => !waits || waitedMs >= HALF_PATIENCE_MS));
    while (!this.#closed) {
      await delay(PROBE_AGAIN_MS, null, { ref: false });
      const answered = await inTime((signal) => probe([], signal)).then(
        () => true,
        () => false,
      );
      if (!answered) continue;
      // Those that were opened meanwhile, if any, may be lost like the others.
      this.#giveUp([...this.#clients]);
      this.#away = false;
      const seconds = Math.round((performance.now() - since) / 100) / 10;
      log?.warn({ seconds }, "database answers again");
      return;
    }
  }

  #giveUp(clients: readonly WatchedClient[]): void {
    for (const client of clients) client.abandon(new DatabaseUnavailable());
  }
}

/** Rejects after half of the patience; `signal` is aborted when it is over. */
async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const failure = Promise.withResolvers<never>();
  const late = () => failure.reject(new Error(`no answer within ${HALF_PATIENCE_MS / 1000} seconds`));
  // An answer that came while the process was held up is read first.
  const timer = setTimeout(() => setImmediate(late), HALF_PATIENCE_MS);
  try {
    return await Promise.race([work(over.signal), failure.promise]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
