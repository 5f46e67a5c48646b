import type { Job as BossJob } from "pg-boss";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { errorTypeOf, traced } from "../telemetry/tracing.ts";

export type JobMetrics = Pick<Metrics, "jobRuns" | "jobSuccess">;

/** Runs a job once, as a span of the trace that has woken it. A failure is logged: the next run goes on, because due work is recorded. */
export function runJob(
  name: string,
  run: () => Promise<unknown>,
  { parent, log, metrics }: { parent: string | null; log: Log; metrics: JobMetrics | null },
): Promise<void> {
  const began = performance.now();
  return traced(
    `job ${name}`,
    { kind: "consumer", parent, attributes: { "lintel.job": name } },
    async (span) => {
      let outcome = "done";
      try {
        await run();
        metrics?.jobSuccess.set({ job_name: name }, Date.now() / 1000);
      } catch (error) {
        outcome = "failed";
        span?.fail(errorTypeOf(error));
        log.error({ err: error, job: name }, "job failed");
      }
      metrics?.jobRuns.observe({ job_name: name, outcome }, (performance.now() - began) / 1000);
    },
  );
}

/** What the wake has stored with the job. */
export function traceparentOf({ data }: BossJob): string | null {
  const { traceparent } = (data ?? {}) as { traceparent?: unknown };
  return typeof traceparent === "string" ? traceparent : null;
}
