import { setTimeout as delay } from "node:timers/promises";
import { type Job as BossJob, PgBoss, type Queue } from "pg-boss";
import type { DatabaseHandle } from "../database/database.ts";
import type { Log } from "../log.ts";
import { type HeldJob, holdJob } from "./hold-job.ts";
import { type JobTimes, jobTimes } from "./job-times.ts";

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

const SCHEMA = "jobs";

/**
 * Slow polling: `wake` triggers a run at once, and due work is recorded in our own tables. With pg-boss's defaults,
 * an idle embedded database would answer four queries per second.
 */
const SLOW_POLLING = {
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 15,
  superviseIntervalSeconds: 300,
  monitorIntervalSeconds: 3600,
  queueCacheIntervalSeconds: 3600,
  bamIntervalSeconds: 600,
  // No job depends on others, and no queue is large enough to bloat an index.
  flowIntervalSeconds: 3600,
  reindex: false,
  monitorVacuum: false,
};
const POLLING_SECONDS = 20;
/** Wakes of the same job within this time are coalesced. */
const COALESCE_MS = 20;
/** First delay before a wake is sent again, when the job runs in another process. It doubles up to the maximum. */
const FIRST_RESEND_MS = 100;
const MAX_RESEND_MS = 3000;
const TRY_AGAIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

type Options = Partial<JobTimes> & { tryAgainMs?: number };

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
  readonly #times: JobTimes;
  readonly #stopping = new AbortController();
  /** The pg-boss worker of each job. */
  readonly #workers = new Map<string, string>();
  readonly #woken = new Set<string>();
  /** The signal of each job's run in this process. */
  readonly #running = new Map<string, AbortSignal>();
  /** Jobs that were woken during their run here, and run again. */
  readonly #again = new Set<string>();
  /** Pending resends of wakes, by job. A run that begins here cancels them. */
  readonly #resends = new Map<string, NodeJS.Timeout>();
  #requeueTimer: NodeJS.Timeout | null = null;
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
   * Starts to run the jobs in this process, each once at first. Concurrent processes are safe. Retries until it
   * succeeds or is stopped.
   *
   * @param retired names of earlier versions' jobs, whose queues and schedules are deleted.
   */
  start(jobs: Job[], retired: readonly string[] = []): Promise<void> {
    this.#starting ??= this.#startWithRetries(jobs, retired);
    return this.#starting;
  }

  /** Triggers a run of a job in any process. Call it after the commit (`afterCommit`). */
  wake(name: string): void {
    if (this.#state !== "running" || this.#woken.has(name)) return;
    this.#woken.add(name);
    setTimeout(() => void this.#enqueue(name), COALESCE_MS).unref();
  }

  /** Stops fetching jobs, aborts the running ones, and waits until they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    this.#state = "stopped";
    if (this.#requeueTimer) clearTimeout(this.#requeueTimer);
    await this.#boss?.stop({ graceful: true, timeout: STOP_WITHIN_MS });
    this.#boss = null;
  }

  async #startWithRetries(jobs: Job[], retired: readonly string[]): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const boss = this.#newBoss();
      try {
        await boss.start();
        for (const name of retired) await deleteQueue(boss, name);
        for (const job of jobs) this.#workers.set(job.name, await this.#register(boss, job));
      } catch (error) {
        this.#log.error({ err: error }, "background jobs start failed, will retry");
        this.#state = "failed";
        await boss.stop({ graceful: false }).catch(() => {});
        await delay(this.#tryAgainMs, null, { signal: this.#stopping.signal }).catch(() => {});
        continue;
      }
      this.#boss = boss;
      this.#state = "running";
      for (const { name } of jobs) this.wake(name);
      this.#scheduleRequeue();
      return;
    }
  }

  #newBoss(): PgBoss {
    const { query, embedded } = this.#database;
    const boss = new PgBoss({
      ...SLOW_POLLING,
      db: { executeSql: (text, values) => query(text, values) },
      backend: embedded ? "pglite" : "postgres",
      schema: SCHEMA,
      ...(this.#times.clock && { clock: this.#times.clock }),
    });
    boss.on("error", (error) => this.#log.warn({ err: error }, "job queue failed, will retry"));
    return boss;
  }

  async #register(boss: PgBoss, job: Job): Promise<string> {
    const { expireSeconds, heartbeatSeconds } = this.#times;
    await ensureQueue(boss, job.name, {
      policy: "exclusive",
      // A retry would reuse the id of the previous run, which may still be active: the next run is a new job.
      retryLimit: 0,
      expireInSeconds: expireSeconds,
      heartbeatSeconds,
      deleteAfterSeconds: 3600,
    });
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
    this.#woken.delete(name);
    this.#resends.delete(name);
    // No other process can run it now. The run that has begun here may have looked for work before this wake.
    if (this.#running.get(name)?.aborted === false) {
      this.#again.add(name);
      return;
    }
    try {
      const id = await boss.send(name);
      boss.notifyWorker(this.#workers.get(name) ?? "");
      if (id !== null) return;
    } catch (error) {
      // Retries, because the next schedule may be an hour away.
      if (againMs === FIRST_RESEND_MS)
        this.#log.warn({ err: error, job: name }, "job wake failed, will retry");
      this.#scheduleResend(name, againMs);
      return;
    }
    // The job is queued or running. A run that is active here may have looked for work before this wake.
    if (this.#running.has(name)) this.#again.add(name);
    else this.#scheduleResend(name, againMs);
  }

  #scheduleResend(name: string, afterMs: number): void {
    if (this.#woken.has(name)) return;
    this.#woken.add(name);
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
      this.#again.add(name);
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
      await run(held.signal);
    } catch (error) {
      // The next run continues, because due work is recorded in our tables.
      this.#log.error({ err: error, job: name }, "job failed");
    } finally {
      this.#end(name, held);
    }
  }

  #end(name: string, held: HeldJob): void {
    held.end();
    this.#running.delete(name);
    // An aborted run may have left work: its time was up, or it lost its job, perhaps because of a late heartbeat.
    if (this.#again.delete(name) || held.signal.aborted) this.wake(name);
  }

  #scheduleRequeue(): void {
    if (this.#stopping.signal.aborted) return;
    this.#requeueTimer = setTimeout(() => {
      void this.#requeueAbandoned()
        .catch((error) => this.#log.warn({ err: error }, "abandoned jobs not requeued, will retry"))
        .finally(() => this.#scheduleRequeue());
    }, this.#times.takeOverMs).unref();
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

/**
 * Creates or updates the queue. A queue's policy cannot be changed: an earlier version's queue is recreated, and
 * processes that start wake the jobs that were lost with it.
 */
async function ensureQueue(boss: PgBoss, name: string, options: Omit<Queue, "name">): Promise<void> {
  const known = await boss.getQueue(name);
  if (known !== null && known.policy !== options.policy) await boss.deleteQueue(name);
  await boss.createQueue(name, options);
  const { policy, ...changeable } = options;
  await boss.updateQueue(name, changeable);
}

async function deleteQueue(boss: PgBoss, name: string): Promise<void> {
  if ((await boss.getQueue(name)) === null) return;
  await boss.unschedule(name);
  await boss.deleteQueue(name);
}
