import type pg from "pg";
import { DatabaseUnavailable } from "./connection-trouble.ts";
import type { DatabaseWatch } from "./database-watch.ts";
import { LeanClient } from "./lean-client.ts";

type Query = (query: unknown, values?: unknown, answer?: unknown) => unknown;
type Internals = { connection: { stream: { bytesRead?: number; destroy(error?: Error): void } } };

export type WatchedClientConfig = pg.ClientConfig & { watch: DatabaseWatch };

/** A connection that counts how long it has waited for the server's next byte. */
export class WatchedClient extends LeanClient {
  /** Whether it waits for the server: to be connected, or for an answer. */
  waits = true;
  /** How long it has waited without a byte. */
  waitedMs = 0;
  readonly #watch: DatabaseWatch;
  #bytes = 0;

  constructor(config: WatchedClientConfig) {
    super(config);
    this.#watch = config.watch;
    // node-postgres says `drain` when every query has been answered.
    for (const event of ["connect", "drain", "end", "error"] as const)
      this.on(event, () => this.#stopWaiting());
    const ask = this.query as Query;
    this.query = ((query, values, answer) => {
      if (this.#watch.away) this.abandon(new DatabaseUnavailable());
      this.waits = true;
      this.#watch.startWaiting();
      return ask(query, values, answer);
    }) as Query as pg.Client["query"];
    this.#watch.add(this);
    this.#watch.startWaiting();
  }

  /** Adds to `waitedMs`, which begins anew with every byte. @returns whether it waits. */
  countWaiting(milliseconds: number): boolean {
    if (!this.waits) return false;
    const bytes = this.#stream.bytesRead ?? 0;
    this.waitedMs = bytes === this.#bytes ? this.waitedMs + milliseconds : 0;
    this.#bytes = bytes;
    return true;
  }

  /** Ends it without a word to the server, which rolls back what was not committed. */
  abandon(error?: Error): void {
    this.#stream.destroy(error);
  }

  // Another one after TLS has been agreed on.
  get #stream() {
    return (this as unknown as Internals).connection.stream;
  }

  #stopWaiting(): void {
    this.waits = false;
    this.waitedMs = 0;
  }
}
