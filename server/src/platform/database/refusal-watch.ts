import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseUnavailable } from "./connection-errors.ts";
import type { DatabaseOutage } from "./database-outage.ts";

/** A server that restarts a connection's process, or drops one connection, takes the next. */
const CONFIRM_AFTER_MS = 250;
const ASK_AGAIN_MS = 500;
/** The server answers, but has no connection to spare. */
const TOO_MANY_CONNECTIONS = "53300";

type Options = {
  outage: DatabaseOutage;
  /** Sends a statement as requests do. */
  ask: () => Promise<unknown>;
};

/**
 * Notices that the database takes no connection: it is stopped, is starting, or its address leads nowhere. That ends no connection and
 * refuses no request, since each fails by itself, and the first that works must not be held up. A database that takes connections
 * and does not answer is the matter of DatabaseWatch.
 */
export class RefusalWatch {
  readonly #options: Options;
  /** What asks belongs to no request: its deadline and its trace are not those of the request that failed first. */
  readonly #inOwnScope = AsyncLocalStorage.snapshot();
  #hasConnected = false;
  #isAsking = false;
  readonly #closing = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Before the first connection there is no outage: the start waits for the database, and says so. */
  noteConnected(): void {
    this.#hasConnected = true;
  }

  /** A connection was lost or could not be opened. */
  suspect(error: unknown): void {
    if (!this.#hasConnected || this.#isAsking || this.#closing.signal.aborted || !isRefusal(error)) return;
    this.#isAsking = true;
    const { outage } = this.#options;
    void this.#inOwnScope(() => outage.suspect(() => this.#look())).finally(() => {
      this.#isAsking = false;
    });
  }

  close(): void {
    this.#closing.abort();
  }

  async #look(): Promise<void> {
    const { outage } = this.#options;
    const failure = await this.#askIn(CONFIRM_AFTER_MS);
    if (!isRefusal(failure)) return;
    outage.begin("refused", failure);
    while (isRefusal(await this.#askIn(ASK_AGAIN_MS)));
    // What a stop has ended has not ended the outage.
    if (!this.#closing.signal.aborted) outage.end("refused");
  }

  /** @returns the failure, null when there is none. */
  async #askIn(milliseconds: number): Promise<unknown> {
    const { signal } = this.#closing;
    await delay(milliseconds, null, { ref: false, signal }).catch(() => {});
    if (signal.aborted) return null;
    return this.#options.ask().then(
      () => null,
      (error: unknown) => error,
    );
  }
}

/** Not the wait for a connection that others use, and not what DatabaseWatch has ended. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return false;
  if ((error as NodeJS.ErrnoException).code === TOO_MANY_CONNECTIONS) return false;
  return !error.message.includes("timeout exceeded when trying to connect");
}
