import type { ImportFileReport, ImportProgress } from "../listings/index.ts";
import type { Config } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import { closingLines, exitStatus, rowsBeforeFailure, startOfSummary } from "./import-outcome.ts";
import { runCommand } from "./run-command.ts";
import { progressBar, stopSignal, userPath } from "./terminal.ts";

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
      const { read, bytes, totalBytes, seconds } = progress as ImportProgress;
      processed = read;
      bar.update({
        done: bytes,
        total: totalBytes,
        count: read,
        seconds,
        note: note(progress as ImportProgress),
      });
    },
    signal: stopSignal(),
  })
    .finally(() => bar.stop())
    .catch((error) => {
      process.stderr.write(rowsBeforeFailure(processed));
      throw error;
    })) as ImportFileReport;
  process.stdout.write(summary(report));
  return exitStatus(report);
}

/** What stands beside the progress of the rows. */
function note({ photos, rejected, seconds }: ImportProgress): string {
  return [
    photos > 0 ? `${grouped(photos)} photos, ${grouped(rate(photos, seconds))}/s` : "",
    rejected > 0 ? `(${grouped(rejected)} rejected)` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function summary(report: ImportFileReport): string {
  const { seconds, photos } = report;
  const number = (value: number) => grouped(value).padStart(10);
  return [
    `Source ${report.source}: ${startOfSummary(report)}, ${grouped(rate(report.read, seconds))} rows/s`,
    `${number(report.read)} read`,
    `${number(report.created)} created`,
    `${number(report.updated)} updated`,
    `${number(report.unchanged)} unchanged`,
    `${number(report.rejected)} rejected${report.rejectsFile ? `: see ${report.rejectsFile}` : ""}`,
    ...(photos > 0 ? [`${number(photos)} photos, ${grouped(rate(photos, seconds))} photos/s`] : []),
    ...fileLines(report),
    ...closingLines(report),
    "",
  ].join("\n");
}

/** What is wrong with the file, and what to do about it. */
function fileLines({ firstNotUtf8, rejectsFile, read, rejected }: ImportFileReport): string[] {
  return [
    ...(firstNotUtf8
      ? [
          `The file is not UTF-8, first at byte ${grouped(firstNotUtf8.byte)} in line ${grouped(firstNotUtf8.line)}: such rows were rejected. Convert it, such as with iconv -f WINDOWS-1252 -t UTF-8.`,
        ]
      : []),
    ...(rejectsFile && rejected < read
      ? [`Correct the rows in that file, then: lintel import ${rejectsFile}`]
      : []),
  ];
}

function rate(count: number, seconds: number): number {
  return Math.round(count / Math.max(0.001, seconds));
}

function grouped(value: number): string {
  return value.toLocaleString("en");
}
