import { PassThrough } from "node:stream";
import { Download } from "../../platform/http/download.ts";
import { STREAM_HEADERS } from "../../platform/http/server-sent-events.ts";
import type { FeedTrial, TrialQuery } from "./trial.schemas.ts";
import type { OnTrialStep } from "./trial-steps.ts";

/** A trial that can begin: what it is of was checked. */
export type Trial = (onStep: OnTrialStep) => Promise<FeedTrial>;

export const TRIAL_LINES = "application/x-ndjson";

/**
 * Runs a trial. With the format `ndjson` the reply has a line `{"step": …}` for each step as soon as that has ended, and a last line
 * `{"trial": …}` with the whole result. A reply without a last line was cut off.
 */
export async function replyOfTrial({ format }: TrialQuery, run: Trial): Promise<FeedTrial | Download> {
  if (format === "json") return run(() => {});
  const lines = new PassThrough();
  const write = (line: object) => lines.write(`${JSON.stringify(line)}\n`);
  run((step) => write({ step })).then(
    (trial) => {
      write({ trial });
      lines.end();
    },
    (error: Error) => lines.destroy(error),
  );
  return new Download(lines, TRIAL_LINES, STREAM_HEADERS);
}
