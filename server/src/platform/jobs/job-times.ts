import type { Clock } from "pg-boss";

/** How long runs of jobs last, and after how long somebody else takes one over. */
export type JobTimes = {
  /** A run is asked to end after that, and called again: so it ends by itself before its job expires. */
  runMs: number;
  /** A run that has not ended by then has lost its job: any process may begin the next one. Of pg-boss; at most a day. */
  expireSeconds: number;
  /** A process that has not been heard of for so long has lost its job. Of pg-boss; at least 10. */
  heartbeatSeconds: number;
  beatMs: number;
  /** How often each process looks for jobs without a heartbeat. */
  takeOverMs: number;
  /** Whose timers pg-boss uses; node's without it. */
  clock?: Clock;
};

/** Those of the product; proofs make them shorter (server/test/proofs/short-jobs.ts). */
export const jobTimes: JobTimes = {
  runMs: 15 * 60_000,
  expireSeconds: 3600,
  heartbeatSeconds: 10,
  beatMs: 3000,
  takeOverMs: 5000,
};
