import type { Clock } from "pg-boss";

/** Time limits of job runs and takeovers. */
export type JobTimes = {
  /** A run is asked to end after that and is queued again, so that it ends before its job expires. */
  runMs: number;
  /** After that the job expires and any process may start the next run. Of pg-boss; at most a day. */
  expireSeconds: number;
  /** Without a heartbeat for so long, a process loses its job. Of pg-boss; at least 10. */
  heartbeatSeconds: number;
  beatMs: number;
  /** Interval in which each process looks for jobs without a heartbeat. */
  takeOverMs: number;
  /** Timers of pg-boss; node's by default. */
  clock?: Clock;
};

/** The product's times; proofs use shorter ones (server/test/proofs/short-jobs.ts). */
export const jobTimes: JobTimes = {
  runMs: 15 * 60_000,
  expireSeconds: 3600,
  heartbeatSeconds: 10,
  beatMs: 3000,
  takeOverMs: 5000,
};
