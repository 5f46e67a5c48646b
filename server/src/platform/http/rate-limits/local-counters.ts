import { LRUCache } from "lru-cache";
import type { Count } from "./counters.ts";
import type { RateLimit } from "./rate-limits.ts";

/**
 * Most keys that a limit counts at once, which bounds the memory for forged sessions and addresses. The least
 * recently counted key is evicted.
 */
export const MAX_COUNTED = 20_000;

type Window = { used: number; until: number };

/** One limit, counted in this process. A window starts with its first request. */
export class LocalCounters {
  readonly #limit: RateLimit;
  readonly #windows = new LRUCache<string, Window>({ max: MAX_COUNTED });

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Keys that are counted now. */
  get size(): number {
    return this.#windows.size;
  }

  consume(key: string, cost: number): Count {
    const { seconds } = this.#limit;
    const now = Date.now();
    const open = this.#windows.get(key);
    const window = open && open.until > now ? open : { used: 0, until: now + seconds * 1000 };
    window.used += cost;
    if (window !== open) this.#windows.set(key, window);
    return { used: window.used, msBeforeReset: window.until - now };
  }

  /** Does not count. */
  remaining(key: string): number {
    const { points } = this.#limit;
    const window = this.#windows.get(key);
    return window && window.until > Date.now() ? Math.max(0, points - window.used) : points;
  }
}
