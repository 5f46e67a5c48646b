import type { Context } from "../../platform/context.ts";

/** Failures in a row after which the service counts as down. */
const FAILURES_TO_PAUSE = 3;
const PAUSE_MS = 60_000;

/**
 * The push services of one pass over the queue. A service that is down is paused: a request for each of its browsers
 * would take seconds, delay pushes to other services and count as a failure of the browser.
 */
export class PushServices {
  readonly #ctx: Context;
  readonly #troubled = new Map<string, { inARow: number; until: Date }>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** The end of the service's pause; null when it is not paused. */
  pausedUntil(host: string): Date | null {
    const troubled = this.#troubled.get(host);
    if (!troubled || troubled.inARow < FAILURES_TO_PAUSE) return null;
    return troubled.until > this.#ctx.clock.now() ? troubled.until : null;
  }

  recordSuccess(host: string): void {
    this.#troubled.delete(host);
  }

  recordFailure(host: string, failure: string): void {
    const inARow = (this.#troubled.get(host)?.inARow ?? 0) + 1;
    const until = new Date(this.#ctx.clock.now().getTime() + PAUSE_MS);
    this.#troubled.set(host, { inARow, until });
    if (inARow === FAILURES_TO_PAUSE)
      this.#ctx.log.warn({ host, failure }, "push service unavailable, pushes will be retried");
  }
}
