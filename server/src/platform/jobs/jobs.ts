import { setTimeout as delay } from "node:timers/promises";
import { type Job as BossJob, PgBoss } from "pg-boss";
import type { DatabaseHandle } from "../database/database.ts";
import type { Log } from "../log.ts";
import { ensureQueue } from "./ensure-queue.ts";
import { type HeldJob, holdJob } from "./hold-job.ts";
import { type JobTimes, jobTimes } from "./job-times.ts";

/** Work that goes on beside requests: when it is woken, when a process starts, and as often as its schedule says. */
export type Job = {
  name: string;
  /** Cron, in UTC; each minute at most. */
  schedule: string;
  /**
   * `signal` is aborted when the run is to end at its next safe point: the process stops, the run has lasted long enough, or the
   * job was given to another process.
   */
  run: (signal: AbortSignal) => Promise<unknown>;
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
/** A call while the job runs in another process is made again after that, and then ever more rarely. */
const CALL_AGAIN_MS = 100;
const CALL_AGAIN_AT_MOST_MS = 3000;
const TRY_AGAIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

type Options = Partial<JobTimes> & { tryAgainMs?: number };

/**
 * Background work, on pg-boss. A job here is only a call to look what is due: what has to be done, and when, stands in our
 * own tables. So a call that is lost delays work until the next one, and one that comes twice does no harm.
 *
 * Of each job one run is active over all processes (policy `exclusive`). The process that has it sends a heartbeat; when that
 * stops, the job fails and is called again. A run whose job was given away is told so by its signal, and its process starts the
 * job again only when that run has ended. What is done once even when two runs overlap is claimed (leases slice, row claims).
 */
export class Jobs {
  readonly #database: DatabaseHandle;
  readonly #log: Log;
  readonly #tryAgainMs: number;
  readonly #times: JobTimes;
  readonly #stopping = new AbortController();
  /** By job: the pg-boss worker that fetches it. */
  readonly #workers = new Map<string, string>();
  readonly #woken = new Set<string>();
  readonly #running = new Set<string>();
  /** Called while they run here: they run once more. */
  readonly #again = new Set<string>();
  /** Calls that are made again, as another process runs the job: by job, until a run begins here. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  #takingOver: NodeJS.Timeout | null = null;
  #starting: Promise<void> | null = null;
  #boss: PgBoss | null = null;
  #state: "stopped" | "running" | "failed" = "stopped";

  constructor(database: DatabaseHandle, log: Log, { tryAgainMs = TRY_AGAIN_MS, ...times }: Options = {}) {
    this.#database = database;
    this.#log = log;
    this.#tryAgainMs = tryAgainMs;
    this.#times = { ...jobTimes, ...times };
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
    setTimeout(() => void this.#call(name), TOGETHER_MS).unref();
  }

  /** Takes no more, asks what is under way to end, and waits for that. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    this.#state = "stopped";
    if (this.#takingOver) clearTimeout(this.#takingOver);
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
      this.#takeOverLater();
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
      ...(this.#times.clock && { clock: this.#times.clock }),
    });
    boss.on("error", (error) => this.#log.warn({ err: error }, "background jobs"));
    return boss;
  }

  async #take(boss: PgBoss, job: Job): Promise<string> {
    const { expireSeconds, heartbeatSeconds } = this.#times;
    await ensureQueue(boss, job.name, {
      policy: "exclusive",
      // A retry would have the id of the run before, which may still be at work: the next run is another job.
      retryLimit: 0,
      expireInSeconds: expireSeconds,
      heartbeatSeconds,
      deleteAfterSeconds: 3600,
    });
    await boss.schedule(job.name, job.schedule);
    const options = {
      pollingIntervalSeconds: POLLING_SECONDS,
      // We send heartbeats ourselves (`holdJob`), as pg-boss tells nobody when one finds its job gone.
      heartbeatRefreshSeconds: 86_400,
    };
    return boss.work(job.name, options, ([called]) => this.#run(boss, job, called as BossJob));
  }

  async #call(name: string, againMs = CALL_AGAIN_MS): Promise<void> {
    const boss = this.#boss;
    if (boss === null || this.#state !== "running") return;
    this.#woken.delete(name);
    this.#waiting.delete(name);
    try {
      const id = await boss.send(name);
      boss.notifyWorker(this.#workers.get(name) ?? "");
      if (id !== null) return;
    } catch (error) {
      // Its schedule may be an hour away, the database back in seconds.
      if (againMs === CALL_AGAIN_MS)
        this.#log.warn({ err: error, job: name }, "job cannot be called, will retry");
      this.#callAgain(name, againMs);
      return;
    }
    // It is called already, or runs: that run may have looked before what this call is about.
    if (this.#running.has(name)) this.#again.add(name);
    else this.#callAgain(name, againMs);
  }

  #callAgain(name: string, afterMs: number): void {
    if (this.#woken.has(name)) return;
    this.#woken.add(name);
    const again = () => void this.#call(name, Math.min(afterMs * 2, CALL_AGAIN_AT_MOST_MS));
    this.#waiting.set(name, setTimeout(again, afterMs).unref());
  }

  /** A run begins here: it looks at what calls that wait are about. Those that come from now on are made anew. */
  #answerCalls(name: string): void {
    const waiting = this.#waiting.get(name);
    if (!waiting) return;
    clearTimeout(waiting);
    this.#waiting.delete(name);
    this.#woken.delete(name);
  }

  async #run(boss: PgBoss, { name, run }: Job, called: BossJob): Promise<void> {
    if (this.#running.has(name)) {
      // The run before has outlived its job, and been told: it is not started beside itself.
      this.#again.add(name);
      return;
    }
    this.#running.add(name);
    this.#answerCalls(name);
    const held = holdJob(boss, called, {
      stopping: this.#stopping.signal,
      times: this.#times,
      log: this.#log,
    });
    try {
      await run(held.signal);
    } catch (error) {
      // The next call looks again: nothing was done that is not in our tables.
      this.#log.error({ err: error, job: name }, "a job failed");
    } finally {
      this.#end(name, held);
    }
  }

  #end(name: string, held: HeldJob): void {
    held.end();
    this.#running.delete(name);
    // What was told to end may have left work: its time was up, or its job was given away, perhaps only because a heartbeat was late.
    if (this.#again.delete(name) || held.signal.aborted) this.wake(name);
  }

  #takeOverLater(): void {
    if (this.#stopping.signal.aborted) return;
    this.#takingOver = setTimeout(() => {
      void this.#takeOver()
        .catch((error) => this.#log.warn({ err: error }, "background jobs"))
        .finally(() => this.#takeOverLater());
    }, this.#times.takeOverMs).unref();
  }

  /** Jobs of processes that are gone are called again. One query, and mostly nothing is found. */
  async #takeOver(): Promise<void> {
    const { rows } = await this.#database.query(
      `select name, id
      from ${SCHEMA}.job
      where state = 'active'
        and heartbeat_on + heartbeat_seconds * interval '1 second' < now()`,
    );
    for (const { name, id } of rows as { name: string; id: string }[]) {
      if (!this.#workers.has(name)) continue;
      await this.#boss?.fail(name, id, { message: "no heartbeat" });
      this.#log.warn({ job: name }, "a job was left by its process, and is called again");
      this.wake(name);
    }
  }
}
