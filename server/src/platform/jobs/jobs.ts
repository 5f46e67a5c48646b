import { setTimeout as delay } from "node:timers/promises";
import type { Job as BossJob, ConstructorOptions, PgBoss, Queue } from "pg-boss";
import type { DatabaseHandle } from "../database/database.ts";
import type { Log } from "../log.ts";
import { currentTraceparent } from "../telemetry/tracing.ts";
import { type HeldJob, holdJob } from "./hold-job.ts";
import { type JobTimes, jobTimes } from "./job-times.ts";
import { deleteQueue, ensureQueue, newBoss, SCHEMA, WOKEN_JOBS } from "./queues.ts";
import { type JobMetrics, runJob, traceparentOf } from "./run-job.ts";

/** Background work. It runs when it is woken, when a process starts, and on its schedule. */
export type Job = {
  name: string;
  /** Cron in UTC, at most every minute. */
  schedule: string;
  /**
   * `signal` is aborted when the run has to end at its next safe point: the process stops, the run's time is up, or
   * the job was given to another process.
   */
  run: (signal: AbortSignal) => Promise<unknown>;
};

/** Schedules and upkeep of the queues are the work of processes that run jobs. */
const WAKING_ALONE = { schedule: false, supervise: false };
const POLLING_SECONDS = 20;
/** How often a process looks for jobs that processes without workers (`startWaking`) have woken. */
const LOOK_FOR_WAKES_MS = 500;
/** Wakes of the same job within this time are coalesced. */
const COALESCE_MS = 20;
/** First delay before a wake is sent again, when the job runs in another process. It doubles up to the maximum. */
const FIRST_RESEND_MS = 100;
const MAX_RESEND_MS = 3000;
const TRY_AGAIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

type Options = Partial<JobTimes> & { tryAgainMs?: number; metrics?: JobMetrics };

/**
 * Background work on pg-boss. A job is only a signal to look for due work, which is recorded in our own tables. A
 * lost signal delays the work until the next one; a duplicate is harmless.
 * One run of each job is active over all processes (policy `exclusive`). Its process sends heartbeats; when they
 * stop, the job fails and is queued again. A run whose job was given to another process gets an aborted signal, and
 * its process restarts the job only after that run has ended. Work that must be done once even when two runs overlap is claimed
 * (leases slice, row claims).
 */
export class Jobs {
  readonly #database: DatabaseHandle;
  readonly #log: Log;
  readonly #tryAgainMs: number;
  readonly #metrics: JobMetrics | null;
  readonly #times: JobTimes;
  readonly #stopping = new AbortController();
  /** The pg-boss worker of each job. */
  readonly #workers = new Map<string, string>();
  /** Wakes that are to be sent, with the `traceparent` of the first of each job. */
  readonly #woken = new Map<string, string | null>();
  /** The signal of each job's run in this process. */
  readonly #running = new Map<string, AbortSignal>();
  /** Jobs that were woken during their run here, and run again; with the `traceparent` of the wake. */
  readonly #again = new Map<string, string | null>();
  /** Pending resends of wakes, by job. A run that begins here cancels them. */
  readonly #resends = new Map<string, NodeJS.Timeout>();
  #requeueTimer: NodeJS.Timeout | null = null;
  #wakesTimer: NodeJS.Timeout | null = null;
  #starting: Promise<void> | null = null;
  #boss: PgBoss | null = null;
  #state: "stopped" | "running" | "failed" = "stopped";

  constructor(
    database: DatabaseHandle,
    log: Log,
    { tryAgainMs = TRY_AGAIN_MS, metrics, ...times }: Options = {},
  ) {
    this.#database = database;
    this.#log = log;
    this.#tryAgainMs = tryAgainMs;
    this.#metrics = metrics ?? null;
    this.#times = { ...jobTimes, ...times };
  }

  get state(): "stopped" | "running" | "failed" {
    return this.#state;
  }

  /**
   * Starts to run the jobs in this process, each once at first. Concurrent processes are safe. Retries until it
   * succeeds or is stopped.
   *
   * @param retired names of earlier versions' jobs, whose queues and schedules are deleted.
   */
  start(jobs: Job[], retired: readonly string[] = []): Promise<void> {
    this.#starting ??= this.#startWithRetries({}, async (boss) => {
      for (const name of retired) await deleteQueue(boss, name);
      for (const job of jobs) this.#workers.set(job.name, await this.#register(boss, job));
    }).then(() => {
      for (const { name } of jobs) this.wake(name);
      this.#scheduleRequeue();
      // The one process of an embedded database wakes its jobs itself.
      if (!this.#database.embedded) this.#scheduleLookForWakes();
    });
    return this.#starting;
  }

  /** Starts to wake jobs that other processes run; this one runs none. Retries as `start` does. */
  startWaking(jobs: Job[]): Promise<void> {
    this.#starting ??= this.#startWithRetries(WAKING_ALONE, async (boss) => {
      for (const { name } of jobs) await ensureQueue(boss, name, this.#queueOptions);
    });
    return this.#starting;
  }

  /** Triggers a run of a job in any process. Call it after the commit (`afterCommit`). */
  wake(name: string, traceparent = currentTraceparent()): void {
    if (this.#state !== "running" || this.#woken.has(name)) return;
    this.#woken.set(name, traceparent);
    setTimeout(() => void this.#enqueue(name), COALESCE_MS).unref();
  }

  /** Stops fetching jobs, aborts the running ones, and waits until they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    this.#state = "stopped";
    for (const timer of [this.#requeueTimer, this.#wakesTimer]) if (timer) clearTimeout(timer);
    await this.#boss?.stop({ graceful: true, timeout: STOP_WITHIN_MS });
    this.#boss = null;
  }

  async #startWithRetries(
    options: Partial<ConstructorOptions>,
    prepare: (boss: PgBoss) => Promise<void>,
  ): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const boss = newBoss(this.#database, { ...options, clock: this.#times.clock });
      boss.on("error", (error) => this.#log.warn({ err: error }, "job queue failed, will retry"));
      try {
        await boss.start();
        await prepare(boss);
      } catch (error) {
        this.#log.error({ err: error }, "background jobs start failed, will retry");
        this.#state = "failed";
        await boss.stop({ graceful: false }).catch(() => {});
        await delay(this.#tryAgainMs, null, { signal: this.#stopping.signal }).catch(() => {});
        continue;
      }
      this.#boss = boss;
      this.#state = "running";
      return;
    }
  }

  get #queueOptions(): Omit<Queue, "name"> {
    const { expireSeconds, heartbeatSeconds } = this.#times;
    return {
      policy: "exclusive",
      // A retry would reuse the id of the previous run, which may still be active: the next run is a new job.
      retryLimit: 0,
      expireInSeconds: expireSeconds,
      heartbeatSeconds,
      deleteAfterSeconds: 3600,
    };
  }

  async #register(boss: PgBoss, job: Job): Promise<string> {
    await ensureQueue(boss, job.name, this.#queueOptions);
    await boss.schedule(job.name, job.schedule);
    const options = {
      pollingIntervalSeconds: POLLING_SECONDS,
      // `holdJob` sends the heartbeats, because pg-boss does not report a heartbeat whose job is gone.
      heartbeatRefreshSeconds: 86_400,
    };
    return boss.work(job.name, options, ([called]) => this.#run(boss, job, called as BossJob));
  }

  async #enqueue(name: string, againMs = FIRST_RESEND_MS): Promise<void> {
    const boss = this.#boss;
    if (boss === null || this.#state !== "running") return;
    const traceparent = this.#woken.get(name) ?? null;
    this.#woken.delete(name);
    this.#resends.delete(name);
    // No other process can run it now. The run that has begun here may have looked for work before this wake.
    if (this.#running.get(name)?.aborted === false) {
      this.#again.set(name, traceparent);
      return;
    }
    try {
      const id = await (traceparent === null ? boss.send(name) : boss.send(name, { traceparent }));
      boss.notifyWorker(this.#workers.get(name) ?? "");
      if (id !== null) return;
    } catch (error) {
      // Retries, because the next schedule may be an hour away.
      if (againMs === FIRST_RESEND_MS)
        this.#log.warn({ err: error, job: name }, "job wake failed, will retry");
      this.#scheduleResend(name, againMs, traceparent);
      return;
    }
    // The job is queued or running. A run that is active here may have looked for work before this wake.
    if (this.#running.has(name)) this.#again.set(name, traceparent);
    else this.#scheduleResend(name, againMs, traceparent);
  }

  #scheduleResend(name: string, afterMs: number, traceparent: string | null): void {
    if (this.#woken.has(name)) return;
    this.#woken.set(name, traceparent);
    const again = () => void this.#enqueue(name, Math.min(afterMs * 2, MAX_RESEND_MS));
    this.#resends.set(name, setTimeout(again, afterMs).unref());
  }

  /** Cancels a pending resend, because a run begins here. Later wakes are sent again. */
  #cancelResend(name: string): void {
    const resend = this.#resends.get(name);
    if (!resend) return;
    clearTimeout(resend);
    this.#resends.delete(name);
    this.#woken.delete(name);
  }

  async #run(boss: PgBoss, { name, run }: Job, called: BossJob): Promise<void> {
    if (this.#running.has(name)) {
      // The previous run has lost its job but has not ended yet: no second run starts beside it.
      this.#again.set(name, traceparentOf(called));
      return;
    }
    const held = holdJob(boss, called, {
      stopping: this.#stopping.signal,
      times: this.#times,
      log: this.#log,
    });
    this.#running.set(name, held.signal);
    this.#cancelResend(name);
    try {
      await runJob(name, () => run(held.signal), {
        parent: traceparentOf(called),
        log: this.#log,
        metrics: this.#metrics,
      });
    } finally {
      this.#end(name, held);
    }
  }

  #end(name: string, held: HeldJob): void {
    held.end();
    this.#running.delete(name);
    // An aborted run may have left work: its time was up, or it lost its job, perhaps because of a late heartbeat.
    const again = this.#again.get(name);
    if (this.#again.delete(name) || held.signal.aborted) this.wake(name, again ?? null);
  }

  #scheduleRequeue(): void {
    if (this.#stopping.signal.aborted) return;
    this.#requeueTimer = setTimeout(() => {
      void this.#requeueAbandoned()
        .catch((error) => this.#log.warn({ err: error }, "abandoned jobs not requeued, will retry"))
        .finally(() => this.#scheduleRequeue());
    }, this.#times.takeOverMs).unref();
  }

  #scheduleLookForWakes(): void {
    if (this.#stopping.signal.aborted) return;
    this.#wakesTimer = setTimeout(() => {
      void this.#lookForWakes()
        // The outage is in the log already, and the queues are polled as well.
        .catch(() => {})
        .finally(() => this.#scheduleLookForWakes());
    }, LOOK_FOR_WAKES_MS).unref();
  }

  /** Starts what other processes have woken. One query for all queues, on the index of waiting jobs. */
  async #lookForWakes(): Promise<void> {
    const { rows } = await this.#database.query(WOKEN_JOBS);
    for (const { name } of rows as { name: string }[]) {
      const worker = this.#workers.get(name);
      if (worker !== undefined && !this.#running.has(name)) this.#boss?.notifyWorker(worker);
    }
  }

  /** Requeues jobs of processes that are gone. One query, which usually finds nothing. */
  async #requeueAbandoned(): Promise<void> {
    const { rows } = await this.#database.query(
      `select name, id
      from ${SCHEMA}.job
      where state = 'active'
        and heartbeat_on + heartbeat_seconds * interval '1 second' < now()`,
    );
    for (const { name, id } of rows as { name: string; id: string }[]) {
      if (!this.#workers.has(name)) continue;
      await this.#boss?.fail(name, id, { message: "no heartbeat" });
      this.#log.warn({ job: name }, "job lost its process, queued again");
      this.wake(name);
    }
  }
}
