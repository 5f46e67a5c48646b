import { setTimeout as delay } from "node:timers/promises";

/** The most that background work takes of a processor while requests come. */
const SHARE = 0.25;
/** Without a request for this long, no requests come. */
const QUIET_AFTER_MS = 500;
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
 * Keeps background work with many batches to its share while requests come: after a batch it rests in proportion to the processor
 * time that the batch took. Without requests it never rests.
 */
export class BackgroundShare {
  readonly #clocks: Clocks;
  #requestAt = Number.NEGATIVE_INFINITY;

  constructor(clocks: Clocks = systemClocks) {
    this.#clocks = clocks;
  }

  /** Notes that a request has arrived. */
  noteRequest(): void {
    this.#requestAt = this.#clocks.elapsed();
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
    const worked = Math.min(elapsed() - since.elapsed, processor() - since.processor);
    const until = elapsed() + worked * (1 / SHARE - 1);
    while (!signal.aborted && elapsed() < until && elapsed() - this.#requestAt < QUIET_AFTER_MS)
      await wait(Math.min(CHECK_MS, until - elapsed()), signal);
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
