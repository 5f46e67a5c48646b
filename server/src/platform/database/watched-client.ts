import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { DatabaseUnavailable } from "./connection-trouble.ts";
import { LeanClient } from "./lean-client.ts";

type Query = (query: unknown, values?: unknown, answer?: unknown) => unknown;
type Internals = { connection: { stream: { bytesRead?: number; destroy(error?: Error): void } } };

/**
 * The longest that a query waits for a database that does not answer. In the first half it may just be slow; in the second
 * half the database is probed on a connection of its own.
 */
export const DATABASE_PATIENCE_MS = 4000;
export const HALF_PATIENCE_MS = DATABASE_PATIENCE_MS / 2;

/** What a connection reports to (database-watch.ts). */
type Watch = {
  readonly away: boolean;
  add(client: WatchedClient): void;
  startWaiting(): void;
  noteAnswer(): void;
};

export type WatchedClientConfig = pg.ClientConfig & { watch: Watch };

/** Longer than the server's own statement_timeout: what still waits then has been lost on the way. */
const LONGEST_STATEMENT_MS = 65_000;
/** Between the probes about one wait: the first, doubled each time, at most the last. */
const PROBE_STEPS_MS = [HALF_PATIENCE_MS, 15_000] as const;

const unlimitedScope = new AsyncLocalStorage<true>();

/** Runs work whose statements may take as long as they do: migrations lift the server's statement_timeout. */
export function withoutStatementLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  return unlimitedScope.run(true, work);
}

/** A connection that counts how long it has waited for the server's next byte. */
export class WatchedClient extends LeanClient {
  /** Whether it waits for the server: to be connected, or for an answer. */
  waits = true;
  /** How long it has waited without a byte. */
  waitedMs = 0;
  readonly #watch: Watch;
  #bytes = 0;
  #nextProbeMs = HALF_PATIENCE_MS;
  #probeStepMs: number = PROBE_STEPS_MS[0];
  /** Whether the server ends the statement that runs when it takes too long. */
  #isLimited = false;

  constructor(config: WatchedClientConfig) {
    super(config);
    this.#watch = config.watch;
    // The embedded database has none.
    const hasTimeout = Boolean(config.statement_timeout);
    // node-postgres says `drain` when every query has been answered.
    this.on("drain", () => this.#watch.noteAnswer());
    for (const event of ["connect", "drain", "end", "error"] as const)
      this.on(event, () => this.#stopWaiting());
    const ask = this.query as Query;
    this.query = ((query, values, answer) => {
      if (this.#watch.away) this.abandon(new DatabaseUnavailable());
      this.waits = true;
      this.#isLimited = hasTimeout && !unlimitedScope.getStore();
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
    if (bytes === this.#bytes) this.waitedMs += milliseconds;
    else this.#beginAnew();
    this.#bytes = bytes;
    return true;
  }

  /** The server would have ended the statement long ago. */
  get isOverdue(): boolean {
    return this.#isLimited && this.waitedMs >= LONGEST_STATEMENT_MS;
  }

  get isProbeDue(): boolean {
    return this.waitedMs >= this.#nextProbeMs;
  }

  planNextProbe(): void {
    this.#nextProbeMs = this.waitedMs + this.#probeStepMs;
    this.#probeStepMs = Math.min(2 * this.#probeStepMs, PROBE_STEPS_MS[1]);
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
    this.#beginAnew();
  }

  #beginAnew(): void {
    this.waitedMs = 0;
    this.#nextProbeMs = HALF_PATIENCE_MS;
    this.#probeStepMs = PROBE_STEPS_MS[0];
  }
}
