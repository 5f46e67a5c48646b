import { setTimeout as delay } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import type { DatabaseHandle } from "../database/database.ts";
import type { Log } from "../log.ts";

/** Work that goes on beside requests: when it is woken, when a process starts, and as often as its schedule says. */
export type Job = {
  name: string;
  /** Cron, in UTC; each minute at most. */
  schedule: string;
  run: () => Promise<unknown>;
};

const SCHEMA = "jobs";

/**
 * Nothing of pg-boss's is in a hurry here: who wakes a job looks for it at once, and what is due stands in our own tables.
 * With what it does by default, an idle embedded database would answer four queries a second.
 */
const UNHURRIED = {
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 15,
  superviseIntervalSeconds: 300,
  monitorIntervalSeconds: 3600,
  queueCacheIntervalSeconds: 3600,
  bamIntervalSeconds: 600,
  // We have no jobs that wait for others, and no queue large enough to swell an index.
  flowIntervalSeconds: 3600,
  reindex: false,
  monitorVacuum: false,
};
const POLLING_SECONDS = 20;
/** Calls for the same job within this time are one. */
const TOGETHER_MS = 20;
const TRY_AGAIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

/**
 * Background work, on pg-boss. A job here is only a call to look what is due: what has to be done, and when, stands in our
 * own tables. So a call that is lost delays work until the next one, and one that comes twice does no harm.
 */
export class Jobs {
  readonly #database: DatabaseHandle;
  readonly #log: Log;
  readonly #tryAgainMs: number;
  readonly #stopping = new AbortController();
  /** By job: who looks for calls of it. */
  readonly #workers = new Map<string, string>();
  readonly #woken = new Set<string>();
  #starting: Promise<void> | null = null;
  #boss: PgBoss | null = null;
  #state: "stopped" | "running" | "failed" = "stopped";

  constructor(database: DatabaseHandle, log: Log, { tryAgainMs = TRY_AGAIN_MS } = {}) {
    this.#database = database;
    this.#log = log;
    this.#tryAgainMs = tryAgainMs;
  }

  get state(): "stopped" | "running" | "failed" {
    return this.#state;
  }

  /**
   * From here on, this process does the jobs, each once at first. Any number of processes may. While they cannot be
   * started it goes on trying; it is over when they run, or are stopped.
   */
  start(jobs: Job[]): Promise<void> {
    this.#starting ??= this.#startUntilItWorks(jobs);
    return this.#starting;
  }

  /** Has a job run soon, by whichever process is first. Call it after the commit (`afterCommit`). */
  wake(name: string): void {
    if (this.#state !== "running" || this.#woken.has(name)) return;
    this.#woken.add(name);
    setTimeout(() => this.#call(name), TOGETHER_MS).unref();
  }

  /** Takes no more, and lets what is under way finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    this.#state = "stopped";
    await this.#boss?.stop({ graceful: true, timeout: STOP_WITHIN_MS });
    this.#boss = null;
  }

  async #startUntilItWorks(jobs: Job[]): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const boss = this.#newBoss();
      try {
        await boss.start();
        for (const job of jobs) this.#workers.set(job.name, await this.#take(boss, job));
      } catch (error) {
        this.#log.error({ err: error }, "background jobs cannot be started: mail waits, requests go on");
        this.#state = "failed";
        await boss.stop({ graceful: false }).catch(() => {});
        await delay(this.#tryAgainMs, null, { signal: this.#stopping.signal }).catch(() => {});
        continue;
      }
      this.#boss = boss;
      this.#state = "running";
      for (const { name } of jobs) this.wake(name);
      return;
    }
  }

  #newBoss(): PgBoss {
    const { query, embedded } = this.#database;
    const boss = new PgBoss({
      ...UNHURRIED,
      db: { executeSql: (text, values) => query(text, values) },
      backend: embedded ? "pglite" : "postgres",
      schema: SCHEMA,
    });
    boss.on("error", (error) => this.#log.warn({ err: error }, "background jobs"));
    return boss;
  }

  async #take(boss: PgBoss, { name, schedule, run }: Job): Promise<string> {
    // Short: of calls that wait, one is enough.
    await boss.createQueue(name, { policy: "short", retryLimit: 0, deleteAfterSeconds: 3600 });
    await boss.schedule(name, schedule);
    return boss.work(name, { pollingIntervalSeconds: POLLING_SECONDS }, () => this.#run(name, run));
  }

  async #call(name: string): Promise<void> {
    this.#woken.delete(name);
    try {
      await this.#boss?.send(name);
      this.#boss?.notifyWorker(this.#workers.get(name) ?? "");
    } catch (error) {
      this.#log.warn({ err: error, job: name }, "a job waits for its schedule");
    }
  }

  async #run(name: string, run: Job["run"]): Promise<void> {
    try {
      await run();
    } catch (error) {
      // The next call looks again: nothing was done that is not in our tables.
      this.#log.error({ err: error, job: name }, "a job failed");
    }
  }
}
