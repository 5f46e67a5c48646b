import type { FeedError, FeedErrorCode } from "../client/feed-error.ts";

/** Failures of the API that every further request would meet too. */
const ofServer: ReadonlySet<FeedErrorCode> = new Set([
  ...(["unauthorized", "forbidden", "token_refused", "rate_limited"] as const),
  ...(["unreachable", "timeout", "tls", "bad_address", "redirected"] as const),
]);

const FIRST_MS = 60_000;
const LONGEST_MS = 30 * 60_000;

/** When the API of a feed may be asked again about photos, after it has refused or not answered: each pause is twice the last one. */
export class ServerPause {
  #until = 0;
  #ms = 0;

  /** Unix ms. */
  get until(): number {
    return this.#until;
  }

  /** Whether the API has failed since it last answered: then one request at a time tries it. */
  get isProbing(): boolean {
    return this.#ms > 0;
  }

  /** @returns whether the failure is the server's, rather than that of one listing. */
  note({ code }: FeedError, now: Date): boolean {
    if (!ofServer.has(code)) return false;
    // Requests that were open together fail together.
    if (this.#until > now.getTime()) return true;
    this.#ms = Math.min(this.#ms * 2 || FIRST_MS, LONGEST_MS);
    this.#until = now.getTime() + this.#ms;
    return true;
  }

  /** The API has answered. */
  end(): void {
    this.#ms = 0;
  }
}
