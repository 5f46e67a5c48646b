import { setTimeout as delay } from "node:timers/promises";

/** The most that background work takes of a processor while requests come. */
const SHARE = 0.25;
/** Without a request for this long, no requests come. */
const QUIET_AFTER_MS = 500;
/** The most that background work takes of the time while listings are loaded: the database works for both. */
const SHARE_BESIDE_LOAD = 0.1;
/** Without a statement of a load for this long, it waits for its source, and leaves the machine to others. */
const LOAD_QUIET_AFTER_MS = 200;
/** The most that transactions of a load take of the time while visitors search: they have the machine for the rest. */
const LOAD_SHARE = 0.5;
/** Without a visitor's request for this long, no visitors search. */
const VISITORS_GONE_AFTER_MS = 1000;
/** How often a rest is checked for its end. */
const CHECK_MS = 50;

/** Times in milliseconds. */
type Clocks = {
  /** Time that passes. */
  elapsed: () => number;
  /** Processor time of this process, all of its threads. */
  processor: () => number;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

/**
 * Keeps background work with many batches to its share while requests come, or listings are loaded: after a batch it rests in proportion
 * to the processor time that the batch took, or to the time. Without requests and loads it never rests. Loads rest too, but only while
 * visitors search.
 */
export class BackgroundShare {
  readonly #clocks: Clocks;
  #requestAt = Number.NEGATIVE_INFINITY;
  #loadStatements = 0;
  #loadAt = Number.NEGATIVE_INFINITY;
  #visitorAt = Number.NEGATIVE_INFINITY;
  /** When all loads have rested for the transactions that have ended. */
  #loadsFreeAt = Number.NEGATIVE_INFINITY;

  constructor(clocks: Clocks = systemClocks) {
    this.#clocks = clocks;
  }

  /** Notes that a request has arrived. */
  noteRequest(): void {
    this.#requestAt = this.#clocks.elapsed();
  }

  /** Notes that a visitor's request has arrived: loads leave them half of the time, not the requests that watch a load. */
  noteVisitor(): void {
    this.#visitorAt = this.#clocks.elapsed();
  }

  /** Notes that a transaction of a load has ended, which has worked for that time: waits for locks of others are left out. */
  noteLoadTransaction(milliseconds: number): void {
    if (!this.#hasVisitors) return;
    const restedAt = Math.max(this.#loadsFreeAt, this.#clocks.elapsed());
    this.#loadsFreeAt = restedAt + milliseconds * (1 / LOAD_SHARE - 1);
  }

  /**
   * Waits before a transaction of a load, while visitors search, as long as those that have ended have taken: all loads rest together,
   * with all of their transactions. Ends early on `signal`.
   */
  async restFromLoad(signal: AbortSignal): Promise<void> {
    const { elapsed, wait } = this.#clocks;
    while (!signal.aborted && elapsed() < this.#loadsFreeAt && this.#hasVisitors)
      await wait(Math.max(0, Math.min(CHECK_MS, this.#loadsFreeAt - elapsed())), signal);
  }

  /** Runs a statement of a load: an import, or a run of a feed, in a thread of its own. */
  async duringLoad<Result>(statement: () => Promise<Result>): Promise<Result> {
    this.#loadStatements++;
    try {
      return await statement();
    } finally {
      this.#loadStatements--;
      this.#loadAt = this.#clocks.elapsed();
    }
  }

  /** @returns a function to call before each batch: it rests for the batches since its last call. Ends early on `signal`. */
  pace(signal: AbortSignal): () => Promise<void> {
    let last: { elapsed: number; processor: number } | null = null;
    return async () => {
      if (last !== null) await this.#rest(last, signal);
      last = { elapsed: this.#clocks.elapsed(), processor: this.#clocks.processor() };
    };
  }

  async #rest(since: { elapsed: number; processor: number }, signal: AbortSignal): Promise<void> {
    const { elapsed, processor, wait } = this.#clocks;
    // Batches that wait for another server take little; those in several threads count as one.
    const [began, took] = [elapsed(), elapsed() - since.elapsed];
    const worked = Math.min(took, processor() - since.processor);
    const besideRequests = began + worked * (1 / SHARE - 1);
    const besideLoad = began + took * (1 / SHARE_BESIDE_LOAD - 1);
    while (!signal.aborted) {
      const until = Math.max(this.#hasRequests ? besideRequests : began, this.#hasLoad ? besideLoad : began);
      if (elapsed() >= until) return;
      await wait(Math.max(0, Math.min(CHECK_MS, until - elapsed())), signal);
    }
  }

  get #hasRequests(): boolean {
    return this.#clocks.elapsed() - this.#requestAt < QUIET_AFTER_MS;
  }

  get #hasVisitors(): boolean {
    return this.#clocks.elapsed() - this.#visitorAt < VISITORS_GONE_AFTER_MS;
  }

  get #hasLoad(): boolean {
    return this.#loadStatements > 0 || this.#clocks.elapsed() - this.#loadAt < LOAD_QUIET_AFTER_MS;
  }
}

const systemClocks: Clocks = {
  elapsed: () => performance.now(),
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  wait: (milliseconds, signal) => delay(milliseconds, null, { signal }).catch(() => {}),
};
