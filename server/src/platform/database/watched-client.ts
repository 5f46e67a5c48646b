import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { DatabaseUnavailable } from "./connection-errors.ts";
import { LeanClient } from "./lean-client.ts";

type Query = (query: unknown, values?: unknown, answer?: unknown) => unknown;
type Internals = { connection: { stream: { bytesRead?: number; destroy(error?: Error): void } } };

/**
 * Longest wait of a query for an unresponsive database. After half of it, the database is probed on a separate
 * connection.
 */
export const DATABASE_TIMEOUT_MS = 4000;
export const HALF_TIMEOUT_MS = DATABASE_TIMEOUT_MS / 2;

/** The observer of a connection (database-watch.ts). */
type Watch = {
  readonly isSilent: boolean;
  add(client: WatchedClient): void;
  startWaiting(): void;
  noteAnswer(): void;
};

export type WatchedClientConfig = pg.ClientConfig & { watch: Watch };

/** Longer than the server's statement_timeout: a statement that is still waiting was lost. */
const STATEMENT_TIMEOUT_MS = 65_000;
/** Interval of the probes for one wait: the first, then doubled up to the last. */
const PROBE_STEPS_MS = [HALF_TIMEOUT_MS, 15_000] as const;

const unlimitedScope = new AsyncLocalStorage<true>();

/** Runs work without a statement limit, for migrations, which lift the server's statement_timeout. */
export function withoutStatementLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  return unlimitedScope.run(true, work);
}

/** A connection that measures the time since the server's last byte. */
export class WatchedClient extends LeanClient {
  /** True while connecting or waiting for a response. */
  waits = true;
  /** Time without a byte. */
  waitedMs = 0;
  readonly #watch: Watch;
  #bytes = 0;
  #nextProbeMs = HALF_TIMEOUT_MS;
  #probeStepMs: number = PROBE_STEPS_MS[0];
  /** True when the server's statement_timeout applies to the running statement. */
  #isLimited = false;

  constructor(config: WatchedClientConfig) {
    super(config);
    this.#watch = config.watch;
    // The embedded database has no timeout.
    const hasTimeout = Boolean(config.statement_timeout);
    // node-postgres emits `drain` when all queries have been answered.
    this.on("drain", () => this.#watch.noteAnswer());
    for (const event of ["connect", "drain", "end", "error"] as const)
      this.on(event, () => this.#stopWaiting());
    const ask = this.query as Query;
    this.query = ((query, values, answer) => {
      if (this.#watch.isSilent) this.abandon(new DatabaseUnavailable());
      this.waits = true;
      this.#isLimited = hasTimeout && !unlimitedScope.getStore();
      this.#watch.startWaiting();
      return ask(query, values, answer);
    }) as Query as pg.Client["query"];
    this.#watch.add(this);
    this.#watch.startWaiting();
  }

  /** Adds to `waitedMs`, which every byte resets. @returns whether it waits. */
  countWaiting(milliseconds: number): boolean {
    if (!this.waits) return false;
    const bytes = this.#stream.bytesRead ?? 0;
    if (bytes === this.#bytes) this.waitedMs += milliseconds;
    else this.#resetWait();
    this.#bytes = bytes;
    return true;
  }

  /** Past the server's statement_timeout. */
  get isOverdue(): boolean {
    return this.#isLimited && this.waitedMs >= STATEMENT_TIMEOUT_MS;
  }

  get isProbeDue(): boolean {
    return this.waitedMs >= this.#nextProbeMs;
  }

  planNextProbe(): void {
    this.#nextProbeMs = this.waitedMs + this.#probeStepMs;
    this.#probeStepMs = Math.min(2 * this.#probeStepMs, PROBE_STEPS_MS[1]);
  }

  /** Closes the socket without a protocol message. The server rolls back. */
  abandon(error?: Error): void {
    this.#stream.destroy(error);
  }

  // Replaced after the TLS handshake.
  get #stream() {
    return (this as unknown as Internals).connection.stream;
  }

  #stopWaiting(): void {
    this.waits = false;
    this.#resetWait();
  }

  #resetWait(): void {
    this.waitedMs = 0;
    this.#nextProbeMs = HALF_TIMEOUT_MS;
    this.#probeStepMs = PROBE_STEPS_MS[0];
  }
}
