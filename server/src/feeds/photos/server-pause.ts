import pLimit from "p-limit";
import { FeedError, type FeedErrorCode } from "../client/feed-error.ts";

/** Failures of the API that every further request would meet too. */
const ofServer: ReadonlySet<FeedErrorCode> = new Set([
  ...(["unauthorized", "forbidden", "token_refused", "rate_limited"] as const),
  ...(["unreachable", "timeout", "tls", "bad_address", "redirected"] as const),
]);

const FIRST_MS = 60_000;
const LONGEST_MS = 30 * 60_000;

type Parts = {
  clock: { now(): Date };
  /** Called when a pause begins. */
  onPause: (failure: FeedError) => void;
};

/**
 * The pauses of requests to the API of a feed, after it has refused one or not answered: each is twice as long as the last one. After
 * a pause one request at a time is sent, until one succeeds.
 */
export class ServerPause {
  readonly #parts: Parts;
  readonly #probe = pLimit(1);
  #until = 0;
  #ms = 0;
  #failure: FeedError | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Unix ms. */
  get until(): number {
    return this.#until;
  }

  get isOn(): boolean {
    return this.#until > this.#now();
  }

  /** Whether no request has succeeded since the last pause began. */
  get isProbing(): boolean {
    return this.#ms > 0;
  }

  /** Sends a request. @throws FeedError of the request; during a pause the one that began it. */
  async run<Result>(request: () => Promise<Result>): Promise<Result> {
    return this.isProbing ? this.#probe(() => this.#run(request)) : this.#run(request);
  }

  async #run<Result>(request: () => Promise<Result>): Promise<Result> {
    if (this.#failure !== null && this.isOn) throw this.#failure;
    try {
      const result = await request();
      this.#ms = 0;
      return result;
    } catch (error) {
      if (error instanceof FeedError) this.#note(error);
      throw error;
    }
  }

  #note(failure: FeedError): void {
    // Requests that were open together fail together.
    if (!ofServer.has(failure.code) || this.isOn) return;
    this.#ms = Math.min(this.#ms * 2 || FIRST_MS, LONGEST_MS);
    this.#until = this.#now() + this.#ms;
    this.#failure = failure;
    this.#parts.onPause(failure);
  }

  #now(): number {
    return this.#parts.clock.now().getTime();
  }
}
