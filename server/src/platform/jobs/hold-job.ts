import type { Job, PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import type { JobTimes } from "./job-times.ts";

/** A job that this process runs until `end`. */
export type HeldJob = {
  /** Aborted when the process stops, when the time of the run is up, and when the job is lost to another process. */
  signal: AbortSignal;
  end(): void;
};

/** Sends heartbeats for a fetched job, and detects that it expired or was given to another process. */
export function holdJob(
  boss: PgBoss,
  job: Job,
  { stopping, times, log }: { stopping: AbortSignal; times: JobTimes; log: Log },
): HeldJob {
  const lost = new AbortController();
  const timeUp = new AbortController();
  const limit = setTimeout(() => timeUp.abort(), times.runMs).unref();
  let confirmed = performance.now();
  const beat = async () => {
    const sent = performance.now();
    // Without the database it is unknown who has the job.
    if (sent - confirmed > times.heartbeatSeconds * 1000) lost.abort();
    try {
      const { affected } = (await boss.touch(job.name, job.id)) as { affected: number };
      if (affected === 0) lost.abort();
      else confirmed = sent;
    } catch (error) {
      log.warn({ err: error, job: job.name }, "job heartbeat failed");
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
