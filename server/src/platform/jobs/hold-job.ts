import type { Job, PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import type { JobTimes } from "./job-times.ts";

/** A job that this process has, until `end`. */
export type HeldJob = {
  /** Aborted when the process stops, when the run's time is up, and when the job is not this process's any more. */
  signal: AbortSignal;
  end(): void;
};

/** Sends the heartbeats of a job that has just been fetched, and notices when it has expired or was given to another process. */
export function holdJob(
  boss: PgBoss,
  job: Job,
  { stopping, times, log }: { stopping: AbortSignal; times: JobTimes; log: Log },
): HeldJob {
  const lost = new AbortController();
  const timeUp = new AbortController();
  const limit = setTimeout(() => timeUp.abort(), times.runMs).unref();
  let heard = performance.now();
  const beat = async () => {
    const sent = performance.now();
    // The database may be away: whether the job is still ours, nobody can say then.
    if (sent - heard > times.heartbeatSeconds * 1000) lost.abort();
    try {
      const { affected } = (await boss.touch(job.name, job.id)) as { affected: number };
      if (affected === 0) lost.abort();
      else heard = sent;
    } catch (error) {
      log.warn({ err: error, job: job.name }, "a job's heartbeat");
    }
  };
  const timer = setInterval(() => void beat(), times.beatMs).unref();
  return {
    signal: AbortSignal.any([stopping, job.signal, timeUp.signal, lost.signal]),
    end() {
      clearInterval(timer);
      clearTimeout(limit);
    },
  };
}
