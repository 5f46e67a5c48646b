import type { Context } from "../../platform/context.ts";

/** In a row, and it is the service, not a browser. */
const TROUBLES = 3;
const PAUSE_MS = 60_000;

/**
 * The push services of one pass over the queue. One that is down is not asked for every browser in turn: each would take
 * seconds, while those of other services wait, and would count as a failure of a browser that has done nothing.
 */
export class PushServices {
  readonly #ctx: Context;
  readonly #troubled = new Map<string, { inARow: number; until: Date }>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Until when a service is left alone; null: it is not. */
  pausedUntil(host: string): Date | null {
    const troubled = this.#troubled.get(host);
    if (!troubled || troubled.inARow < TROUBLES) return null;
    return troubled.until > this.#ctx.clock.now() ? troubled.until : null;
  }

  answered(host: string): void {
    this.#troubled.delete(host);
  }

  failed(host: string, failure: string): void {
    const inARow = (this.#troubled.get(host)?.inARow ?? 0) + 1;
    const until = new Date(this.#ctx.clock.now().getTime() + PAUSE_MS);
    this.#troubled.set(host, { inARow, until });
    if (inARow === TROUBLES)
      this.#ctx.log.warn({ host, failure }, "pushes wait: their service does not take them");
  }
}
