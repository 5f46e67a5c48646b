import { hash } from "node:crypto";
import { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Log } from "../../log.ts";
import type { RateLimit } from "./rate-limits.ts";

/** Points used in the current window, those of this request included. */
export type Count = { used: number; msBeforeReset: number };

const REPLY_TIMEOUT_MS = 150;
const CONNECT_TIMEOUT_MS = 2000;
const PROBE_MS = 500;

/** Consumes points. The library rejects with the count when the limit is exhausted. */
function consume(counter: RateLimiterAbstract, key: string, points: number): Promise<Count> {
  return counter.consume(key, points).then(toCount, (refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return toCount(refusal);
    throw refusal;
  });
}

function toCount({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { used: consumedPoints, msBeforeReset: msBeforeNext };
}

/**
 * Counters in Redis, shared by all processes. When Redis is lost or slow, one line is logged, `consume` returns null
 * at once, and a probe waits for its return.
 */
export class SharedCounters {
  readonly #redis: Redis;
  readonly #log: Log;
  readonly #counters = new Map<string, RateLimiterRedis>();
  #lost = false;
  #closed = false;
  #reason = "not connected yet";
  #probeTimer: NodeJS.Timeout | undefined;

  constructor(url: string, table: Record<string, RateLimit>, log: Log) {
    this.#log = log;
    this.#redis = new Redis(url, {
      lazyConnect: true,
      // Without Redis, counting falls back to this process: commands are neither queued nor repeated.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 3000,
      socketTimeout: 3000,
      retryStrategy: (times) => Math.min(100 * times, 2000),
    });
    this.#redis.on("error", (error: Error) => {
      this.#reason = error.message || String((error as NodeJS.ErrnoException).code);
    });
    this.#redis.on("close", () => this.#lose(this.#reason));
    this.#redis.on("ready", () => this.#find());
    for (const [name, { points, seconds }] of Object.entries(table)) {
      const counter = new RateLimiterRedis({
        storeClient: this.#redis,
        keyPrefix: `lintel:limit:${name}`,
        points,
        duration: seconds,
      });
      this.#counters.set(name, counter);
    }
  }

  async start(): Promise<void> {
    await within(CONNECT_TIMEOUT_MS, this.#redis.connect()).catch(() => this.#lose(this.#reason));
  }

  /** Null when Redis is unavailable. Keys are hashed, because they have addresses and emails. */
  async consume(name: string, key: string, points: number): Promise<Count | null> {
    if (this.#lost || this.#redis.status !== "ready") return null;
    const counter = this.#counters.get(name) as RateLimiterRedis;
    try {
      return await within(REPLY_TIMEOUT_MS, consume(counter, hash("sha256", key, "base64url"), points));
    } catch (error) {
      this.#lose(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#probeTimer);
    if (this.#redis.status === "wait") return this.#redis.disconnect();
    await within(REPLY_TIMEOUT_MS, this.#redis.quit()).catch(() => this.#redis.disconnect());
  }

  #lose(reason: string): void {
    if (this.#lost || this.#closed) return;
    this.#lost = true;
    this.#log.warn({ reason }, "redis unavailable, rate limits counted per process");
    this.#probeTimer = setInterval(() => void this.#probe(), PROBE_MS).unref();
  }

  /** A hanging Redis keeps its connection open: only a response proves that it is back. */
  async #probe(): Promise<void> {
    if (this.#redis.status !== "ready") return;
    await within(REPLY_TIMEOUT_MS, this.#redis.ping()).then(
      () => this.#find(),
      () => {},
    );
  }

  #find(): void {
    if (!this.#lost || this.#closed) return;
    this.#lost = false;
    clearInterval(this.#probeTimer);
    this.#log.warn("redis available, rate limits shared again");
  }
}

/** Rejects after the timeout. Responses that arrived while the event loop was blocked still count. */
function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const tooLate = () => setImmediate(reject, new Error(`no answer within ${milliseconds} ms`));
    const timer = setTimeout(tooLate, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
