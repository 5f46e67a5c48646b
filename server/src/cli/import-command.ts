import type { Config } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import { closingLines, exitStatus, rowsBeforeFailure, startOfSummary } from "./import-outcome.ts";
import { runCommand } from "./run-command.ts";
import { progressBar, stopSignal, userPath } from "./terminal.ts";

type Progress = { read: number; rejected: number; bytes: number; totalBytes: number; seconds: number };
type Report = {
  source: string;
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  seconds: number;
  rejectsFile: string | null;
  interrupted: boolean;
};

/** `lintel import FILE`. Returns the exit status: 0 done, 2 all rows rejected, 130 interrupted. */
export async function importCommand(
  config: Config,
  log: Log,
  file: string,
  options: { source?: string; map?: string },
): Promise<number> {
  let processed = 0;
  const bar = progressBar("Importing", "rows");
  const input = { file: userPath(file), map: options.map && userPath(options.map), source: options.source };
  const report = (await runCommand(config, log, {
    name: "import",
    input,
    report: (progress) => {
      const { read, rejected, bytes, totalBytes, seconds } = progress as Progress;
      processed = read;
      const note = rejected > 0 ? `(${rejected} rejected)` : "";
      bar.update({ done: bytes, total: totalBytes, count: read, seconds, note });
    },
    signal: stopSignal(),
  })
    .finally(() => bar.stop())
    .catch((error) => {
      process.stderr.write(rowsBeforeFailure(processed));
      throw error;
    })) as Report;
  process.stdout.write(summary(report));
  return exitStatus(report);
}

function summary(report: Report): string {
  const number = (value: number) => value.toLocaleString("en").padStart(10);
  const rate = Math.round(report.read / Math.max(0.001, report.seconds)).toLocaleString("en");
  return [
    `Source ${report.source}: ${startOfSummary(report)}, ${rate} rows/s`,
    `${number(report.read)} read`,
    `${number(report.created)} created`,
    `${number(report.updated)} updated`,
    `${number(report.unchanged)} unchanged`,
    `${number(report.rejected)} rejected${report.rejectsFile ? `: see ${report.rejectsFile}` : ""}`,
    ...closingLines(report),
    "",
  ].join("\n");
}
