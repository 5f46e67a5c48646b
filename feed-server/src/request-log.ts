/**
 * What the server was asked, for those who prove what a client does: GET /control/requests. `at`: when it arrived, Unix ms;
 * a request that gets no reply has status 0.
 */
export type LoggedRequest = { at: number; path: string; status: number; bytes: number; userAgent: string };

const MAX_LOGGED = 1_000_000;

/** The newest requests, and the rate of the last second. */
export class RequestLog {
  readonly #requests: LoggedRequest[] = [];
  #second: number[] = [];

  add(request: LoggedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > MAX_LOGGED) this.#requests.shift();
  }

  since(at: number): LoggedRequest[] {
    return this.#requests.filter((request) => request.at >= at);
  }

  /** Counts a request of the last second. Returns whether it is within the limit. */
  isWithin(limit: number | null, now: number): boolean {
    this.#second = this.#second.filter((at) => at > now - 1000);
    if (limit !== null && this.#second.length >= limit) return false;
    this.#second.push(now);
    return true;
  }
}
