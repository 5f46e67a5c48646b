import { setTimeout as pause } from "node:timers/promises";
import {
  bulkhead,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IPolicy,
} from "cockatiel";
import type OpenAI from "openai";
import { asServerError, boundedFetch, ServerError } from "./server-error.ts";

/** The kind of a call: a query has a waiting caller; batches and chats belong to jobs. */
export type Request = "query" | "batch" | "chat";

export type Timings = {
  /** For each kind: the timeout of one attempt and of all with their pauses, and the number of attempts. */
  timeouts: Record<Request, { tryMs: number; totalMs: number; tries: number }>;
  /** The pause before the first retry, doubled before each further one, unless the server sends Retry-After. */
  pauseMs: number;
  /** How long the circuit stays open after repeated failures. */
  breakMs: number;
};

export const usualTimings: Timings = {
  timeouts: {
    query: { tryMs: 3_000, totalMs: 3_000, tries: 2 },
    batch: { tryMs: 10_000, totalMs: 30_000, tries: 3 },
    chat: { tryMs: 60_000, totalMs: 90_000, tries: 3 },
  },
  pauseMs: 250,
  breakMs: 5_000,
};

const FAILURES_IN_A_ROW = 5;
const QUERIES_AT_ONCE = 8;
const OTHERS_AT_ONCE = 2;
const MAX_QUEUED = 64;
/** A reply with 64 vectors of 4,096 numbers as text has 6 MB. */
const MAX_REPLY_BYTES = 16_000_000;

export type ServerAddress = { url: string; key: string | null };

/**
 * One model of a server with an OpenAI-compatible API. Calls are limited in number and time, retried where that may
 * help, and fail at once while the server is known to be down. Queries have their own queue.
 */
export class ModelEndpoint {
  readonly model: string;
  readonly #address: ServerAddress;
  #client: Promise<OpenAI> | null = null;
  readonly #timings: Timings;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #queries: IPolicy;
  readonly #others: IPolicy;
  readonly #closing = new AbortController();
  #answers = true;

  constructor(address: ServerAddress, model: string, timings: Timings = usualTimings) {
    this.model = model;
    this.#address = address;
    this.#timings = timings;
    this.#breaker = circuitBreaker(
      handleWhen((error) => error instanceof ServerError && error.reason === "unavailable"),
      { halfOpenAfter: timings.breakMs, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
    );
    this.#queries = bulkhead(QUERIES_AT_ONCE, MAX_QUEUED);
    this.#others = bulkhead(OTHERS_AT_ONCE, MAX_QUEUED);
  }

  /**
   * Calls the server and returns the result of `work`.
   *
   * @throws ModelError
   */
  async ask<T>(request: Request, work: (client: OpenAI, signal: AbortSignal) => Promise<T>): Promise<T> {
    const { totalMs } = this.#timings.timeouts[request];
    const until = performance.now() + totalMs;
    const whole = AbortSignal.any([AbortSignal.timeout(totalMs), this.#closing.signal]);
    const bulkhead = request === "query" ? this.#queries : this.#others;
    try {
      const answer = await unlessAborted(
        bulkhead.execute(() => this.#try(request, work, whole, until), whole),
        whole,
      );
      this.#answers = true;
      return answer;
    } catch (error) {
      this.#answers = false;
      throw asServerError(error, this.model, this.#address.key);
    }
  }

  /** False when the last call got no reply. */
  get answers(): boolean {
    return this.#answers;
  }

  /** Aborts calls in progress. */
  close(): void {
    this.#closing.abort();
  }

  async #try<T>(
    request: Request,
    work: (client: OpenAI, signal: AbortSignal) => Promise<T>,
    whole: AbortSignal,
    until: number,
  ): Promise<T> {
    const { tryMs, tries } = this.#timings.timeouts[request];
    for (let nth = 1; ; nth++) {
      try {
        return await this.#breaker.execute(() => this.#once(tryMs, work, whole));
      } catch (error) {
        const wait = this.#waitBefore(error, nth);
        if (wait === null || nth === tries || performance.now() + wait >= until) throw error;
        await pause(wait, undefined, { signal: whole });
      }
    }
  }

  async #once<T>(
    tryMs: number,
    work: (client: OpenAI, signal: AbortSignal) => Promise<T>,
    whole: AbortSignal,
  ): Promise<T> {
    const signal = AbortSignal.any([whole, AbortSignal.timeout(tryMs)]);
    try {
      this.#client ??= openClient(this.#address);
      const client = await this.#client;
      return await unlessAborted(work(client, signal), signal);
    } catch (error) {
      throw asServerError(error, this.model, this.#address.key);
    }
  }

  /**
   * Null for errors that a retry would not change. With jitter, so that failed callers do not retry at the same time.
   */
  #waitBefore(error: unknown, nth: number): number | null {
    if (!(error instanceof ServerError && error.again)) return null;
    return error.afterMs ?? this.#timings.pauseMs * 2 ** (nth - 1) * (0.75 + Math.random() / 2);
  }
}

/** Loaded on demand, because the library takes 100 ms and is only needed with a model server. */
async function openClient({ url, key }: ServerAddress): Promise<OpenAI> {
  const { default: Client } = await import("openai");
  return new Client({
    baseURL: url,
    // The library requires a value; without a key no header is sent.
    apiKey: key ?? "none",
    ...(key === null ? { defaultHeaders: { Authorization: null } } : {}),
    // Overrides credentials that the library would read from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    logLevel: "off",
    maxRetries: 0,
    fetch: boundedFetch(MAX_REPLY_BYTES),
  });
}

/** The promise, or a rejection with the signal's reason as soon as it is aborted. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}
