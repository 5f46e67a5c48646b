import { LRUCache } from "lru-cache";
import { AppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { type Count, SharedCounters } from "./counters.ts";
import { LocalCounters, MAX_COUNTED } from "./local-counters.ts";
import { type RateLimit, type RateLimitName, rateLimits } from "./rate-limits.ts";

/** The state of a limit for one key. */
export type LimitState = {
  name: RateLimitName;
  limit: number;
  remaining: number;
  msBeforeReset: number;
  refused: boolean;
};

type Options = {
  enabled: boolean;
  /** Redis that shares counts between processes; null: each process counts for itself. */
  redisUrl: string | null;
  log: Log;
  table?: Record<RateLimitName, RateLimit>;
  /** Called for each request that a limit refuses. */
  onRefusal?: (name: RateLimitName) => void;
};

/**
 * Counts requests against the table of limits. A window starts with the first request and ends after its seconds.
 * Without Redis, requests are counted in this process.
 */
export class RateLimiter {
  readonly enabled: boolean;
  readonly #table: Record<RateLimitName, RateLimit>;
  /** Created on first use: each reserves memory for all its callers. */
  readonly #own = new Map<RateLimitName, LocalCounters>();
  readonly #onRefusal: ((name: RateLimitName) => void) | null;
  readonly #shared: SharedCounters | null;
  /** Last known remainder of a limit in Redis, until its window ends (Unix ms). */
  readonly #lastShared = new LRUCache<string, { remaining: number; until: number }>({ max: MAX_COUNTED });
  /** Exhausted limits, until the end of their window (Unix ms). */
  readonly #spent = new LRUCache<string, { limit: number; until: number }>({ max: 50_000 });

  constructor({ enabled, redisUrl, log, table = rateLimits, onRefusal }: Options) {
    this.enabled = enabled;
    this.#table = table;
    this.#onRefusal = onRefusal ?? null;
    this.#shared = enabled && redisUrl !== null ? new SharedCounters(redisUrl, table, log) : null;
  }

  /** Connects to Redis, if configured. Never fails: without Redis, counts are local. */
  async start(): Promise<void> {
    await this.#shared?.start();
  }

  async close(): Promise<void> {
    await this.#shared?.close();
  }

  /**
   * Counts one request or the given points. Returns the state, also when the limit is exhausted.
   *
   * @param limit points that this key has instead of the table's.
   */
  async count(
    name: RateLimitName,
    key: string,
    points = 1,
    limit = this.#table[name].points,
  ): Promise<LimitState> {
    const shared = this.#shared ? await this.#shared.consume(name, key, points) : null;
    const { used, msBeforeReset }: Count = shared ?? this.#ownOf(name).consume(key, points);
    const remaining = Math.max(0, limit - used);
    const state = { name, limit, remaining, msBeforeReset, refused: used > limit };
    if (shared) this.#noteShared(`${name} ${key}`, state);
    if (state.refused) this.#spent.set(`${name} ${key}`, { limit, until: Date.now() + msBeforeReset });
    return state;
  }

  /** The state of a limit that is known to be exhausted. Does not count. */
  refusal(name: RateLimitName, key: string): LimitState | null {
    const spent = this.#spent.get(`${name} ${key}`);
    if (spent === undefined) return null;
    const msBeforeReset = spent.until - Date.now();
    if (msBeforeReset <= 0) return null;
    return { name, limit: spent.limit, remaining: 0, msBeforeReset, refused: true };
  }

  /** The remainder as far as this process knows. Does not count. */
  remaining(name: RateLimitName, key: string): number {
    if (this.refusal(name, key)) return 0;
    const own = this.#ownOf(name).remaining(key);
    const shared = this.#lastShared.get(`${name} ${key}`);
    return shared && shared.until > Date.now() ? Math.min(shared.remaining, own) : own;
  }

  /** An exhausted limit with a full window. */
  fullWindow(name: RateLimitName): LimitState {
    const { points, seconds } = this.#table[name];
    return { name, limit: points, remaining: 0, msBeforeReset: seconds * 1000, refused: true };
  }

  /** Keys that are counted or refused in this process. */
  get size(): number {
    const inRedis = this.#lastShared.size;
    return [...this.#own.values()].reduce((sum, { size }) => sum + size, this.#spent.size + inRedis);
  }

  /** Responses may arrive out of order: the lowest remainder of a window is kept. */
  #noteShared(name: string, { remaining, msBeforeReset }: LimitState): void {
    const now = Date.now();
    const known = this.#lastShared.get(name);
    const least = known && known.until > now ? Math.min(known.remaining, remaining) : remaining;
    this.#lastShared.set(name, { remaining: least, until: now + msBeforeReset });
  }

  #ownOf(name: RateLimitName): LocalCounters {
    let own = this.#own.get(name);
    if (!own) {
      own = new LocalCounters(this.#table[name]);
      this.#own.set(name, own);
    }
    return own;
  }

  /**
   * For limits on values of the body, which the operation counts itself.
   *
   * @throws AppError 429 when the limit is exhausted.
   */
  async take(name: RateLimitName, key: string, points = 1): Promise<void> {
    if (!this.enabled) return;
    const standing = this.refusal(name, key) ?? (await this.count(name, key, points));
    if (standing.refused) throw this.tooMany(standing);
  }

  /** The reply to a request that a limit refuses, which is counted. */
  tooMany(standing: LimitState): AppError {
    this.#onRefusal?.(standing.name);
    return new AppError("too_many_requests", "Rate limit exceeded", {
      retryAfter: Math.max(1, Math.ceil(standing.msBeforeReset / 1000)),
      headers: rateLimitHeaders(standing),
    });
  }
}

/** X-RateLimit-* headers; the end of the window as Unix time. */
export function rateLimitHeaders({ limit, remaining, msBeforeReset }: LimitState): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil((Date.now() + msBeforeReset) / 1000)),
  };
}
