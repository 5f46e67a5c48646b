import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { StartError, serversOf } from "../config/settings.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { isConnectionError } from "./connection-errors.ts";
import type { Db, OldReads } from "./database.ts";
import { type PrimarySample, ReadReplica } from "./read-replica.ts";
import { PositionProbe } from "./server-position.ts";

/** The oldest that a read from a replica may be. */
export const MAX_AGE_MS = 1000;
const CHECK_MS = 250;
/** A start waits no longer for a replica. */
const FIRST_CHECK_MS = 2500;
const WRITERS_KEPT = 10_000;
/** PostgreSQL's: the statement took too long, on the primary it would again. */
const TIMED_OUT = "57014";

type Options = { url: string; primary: () => string; log: Log };

/**
 * The replicas that DATABASE_READ_URL names. Four times a second the primary and then each replica is asked for its position in the
 * write-ahead log: a replica that has replayed what the primary had written at a moment has everything that was committed before it.
 * Both moments are by the clock of this process.
 */
export class ReadReplicas implements OldReads {
  readonly counts = new Map<string, number>([["primary", 0]]);
  readonly #replicas: ReadReplica[];
  readonly #primary: PositionProbe;
  readonly #log: Log;
  #samples: PrimarySample[] = [];
  readonly #used = new Set<ReadReplica>();
  /** When callers have last written, for as long as a replica may lack it. */
  readonly #writes = new LRUCache<string, number>({ max: WRITERS_KEPT, ttl: 2 * MAX_AGE_MS });
  #turn = 0;
  readonly #closing = new AbortController();

  constructor({ url, primary, log }: Options) {
    this.#log = log;
    this.#primary = new PositionProbe(primary);
    this.#replicas = serversOf(url).map((address) => new ReadReplica(address, log));
    for (const { name } of this.#replicas) this.counts.set(name, 0);
  }

  /** @throws StartError when one of them belongs to another cluster. */
  async start(): Promise<void> {
    const end = performance.now() + FIRST_CHECK_MS;
    do {
      await this.#takeSample();
      const late = delay(end - performance.now(), null, { ref: false });
      await Promise.race([this.#checkReplicas(), late]);
      // What migrations have written a moment ago may not be there yet.
    } while (this.#used.size === 0 && this.#replicas.some(isBehind) && performance.now() < end);
    const foreign = this.#replicas.find(({ unfit }) => unfit === "it belongs to another cluster");
    if (foreign)
      throw new StartError(
        `DATABASE_READ_URL names ${foreign.name}, which is no replica of the database in DATABASE_URL.`,
      );
    for (const replica of this.#replicas)
      if (!this.#used.has(replica))
        this.#log.warn({ server: replica.name }, "read replica not usable, will retry");
    void this.#keepChecking();
  }

  async read<C extends { db: Db }, R>(
    ctx: C,
    work: (ctx: C) => Promise<R>,
    caller: string | null = null,
  ): Promise<R> {
    const replica = ctx.db.isTransaction ? null : this.#choose(caller);
    if (replica !== null) {
      try {
        const result = await work({ ...ctx, db: replica.db });
        this.#count(replica.name);
        return result;
      } catch (error) {
        const { code } = error as { code?: unknown };
        if (code === TIMED_OUT) throw error;
        if (isConnectionError(error)) replica.leaveOut();
        // A record that is missing may be a new one: the primary decides.
        const level = error instanceof AppError ? "debug" : "warn";
        this.#log[level](
          { err: error, server: replica.name },
          "read failed on a replica, the primary answers",
        );
      }
    }
    this.#count("primary");
    return work(ctx);
  }

  noteWrite(caller: string): void {
    this.#writes.set(caller, performance.now());
  }

  lags(): ReadonlyMap<string, number> {
    const now = performance.now();
    return new Map(this.#replicas.map(({ name, freshAt }) => [name, (now - freshAt) / 1000]));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#primary.end();
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** Those that may be used have their turns. */
  #choose(caller: string | null): ReadReplica | null {
    const written = caller === null ? undefined : this.#writes.get(caller);
    const after = Math.max(performance.now() - MAX_AGE_MS, written ?? 0);
    const fresh = this.#replicas.filter(({ freshAt }) => freshAt >= after);
    return fresh[this.#turn++ % fresh.length] ?? null;
  }

  #count(server: string): void {
    this.counts.set(server, (this.counts.get(server) ?? 0) + 1);
  }

  async #keepChecking(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await delay(CHECK_MS, null, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      await this.#takeSample();
      if (signal.aborted) return;
      void this.#checkReplicas();
      this.#logChanges();
    }
  }

  async #checkReplicas(): Promise<void> {
    const samples = [...this.#samples];
    await Promise.all(this.#replicas.map((each) => each.check(samples, () => this.#primary.ask())));
    this.#logChanges();
  }

  async #takeSample(): Promise<void> {
    const at = performance.now();
    try {
      const sample = { ...(await this.#primary.ask()), at };
      const last = this.#samples.at(-1);
      // Positions of the server before say nothing about the present one.
      const isSame = last?.system === sample.system && last.timeline === sample.timeline;
      const kept = isSame ? this.#samples.filter((each) => at - each.at < 2 * MAX_AGE_MS) : [];
      this.#samples = sample.isStandby ? [] : [...kept, sample];
    } catch {
      // Replicas become too old.
    }
  }

  #logChanges(): void {
    // What a stop has ended has not failed.
    if (this.#closing.signal.aborted) return;
    const oldest = performance.now() - MAX_AGE_MS;
    for (const replica of this.#replicas) {
      const { name, freshAt, unfit } = replica;
      const isUsed = freshAt >= oldest;
      if (isUsed === this.#used.has(replica)) continue;
      if (isUsed) {
        this.#used.add(replica);
        this.#log.info({ server: name }, "read replica in use");
      } else {
        this.#used.delete(replica);
        const reason = unfit ?? (Number.isFinite(freshAt) ? "it is behind" : "it does not answer");
        this.#log.warn({ server: name, reason }, "read replica left out, the primary answers");
      }
    }
  }
}

function isBehind({ unfit, answers }: ReadReplica): boolean {
  return answers && unfit === null;
}
