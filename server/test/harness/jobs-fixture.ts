import { expect, vi } from "vitest";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import type { JobTimes } from "../../src/platform/jobs/job-times.ts";
import { type Job, Jobs } from "../../src/platform/jobs/jobs.ts";
import { createLog } from "../../src/platform/log.ts";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";

/** Never by itself while a test runs. */
const NEVER = "0 0 1 1 *";
export const SOON = { timeout: 20_000 };

export type CountingJob = Job & { runs: number };

/** Schedulers as processes have them, on a database of their own. */
export type JobsFixture = {
  database: TestDatabase;
  newJobs(handle?: DatabaseHandle, options?: Partial<JobTimes> & { tryAgainMs?: number }): Jobs;
  /** A scheduler that has run the job once. */
  started(job: CountingJob): Promise<Jobs>;
  /** Stops every scheduler. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

export async function openJobs(): Promise<JobsFixture> {
  const database = await openTestDatabase();
  let open: Jobs[] = [];
  const fixture: JobsFixture = {
    database,
    newJobs(handle = database, options = {}) {
      const jobs = new Jobs(handle, createLog("silent"), options);
      open.push(jobs);
      return jobs;
    },
    async started(job) {
      const jobs = fixture.newJobs();
      await jobs.start([job]);
      await vi.waitFor(() => expect(job.runs).toBe(1), SOON);
      return jobs;
    },
    async stop() {
      await Promise.all(open.map((jobs) => jobs.stop()));
      open = [];
    },
    close: () => database.close(),
  };
  return fixture;
}

/** One that counts its runs, and does `work` in each. */
export function counting(
  name: string,
  work: (run: number, signal: AbortSignal) => unknown = () => {},
): CountingJob {
  const job = {
    name,
    schedule: NEVER,
    runs: 0,
    async run(signal: AbortSignal) {
      await work(++job.runs, signal);
    },
  };
  return job;
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
