import type { ImportFileInput, ImportFileReport, ImportProgress } from "../listings/index.ts";
import { type Config, StartError } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import {
  closingLines,
  exitStatus,
  removedBeforeFailure,
  rowsBeforeFailure,
  startOfSummary,
} from "./import-outcome.ts";
import { previewCommand } from "./import-preview.ts";
import { runCommand } from "./run-command.ts";
import { progressBar, stopSignal, userPath } from "./terminal.ts";

/** Part of the command's help. */
export const IMPORT_HELP = `
Examples:
  lintel import listings.ndjson.gz --source my-mls
  lintel import --fields
  lintel import sales.csv --map map.json --dry-run
  lintel import sales.csv --map map.json
  lintel import listings.ndjson.gz --source my-mls --replace
  lintel import sales.csv.rejects.ndjson                  after its rows are corrected

Exit status: 0 done, 1 an error, 2 all rows were rejected, 3 --replace removed nothing, 130 interrupted.
See docs/imports.md.`;

export type ImportCommandOptions = {
  fields?: boolean;
  dryRun?: boolean;
  source?: string;
  map?: string;
  replace?: boolean;
  removalGuard?: number;
};

/** `lintel import FILE`. Returns the exit status: see `IMPORT_HELP`. */
export async function importCommand(
  config: Config,
  log: Log,
  file: string,
  options: ImportCommandOptions,
): Promise<number> {
  if (options.dryRun) return previewCommand(inputOf(file, options));
  let processed = 0;
  let removed = 0;
  const bar = progressBar("Importing", "rows");
  const report = (await runCommand(config, log, {
    name: "import",
    input: inputOf(file, options),
    report: (progress) => {
      const { read, bytes, totalBytes, seconds } = progress as ImportProgress;
      processed = read;
      removed = (progress as ImportProgress).removed;
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
      if (options.replace) process.stderr.write(removedBeforeFailure(removed));
      throw error;
    })) as ImportFileReport;
  process.stdout.write(summary(report));
  return report.removal?.state === "held" ? 3 : exitStatus(report);
}

function inputOf(
  file: string,
  { source, map, replace, removalGuard, dryRun }: ImportCommandOptions,
): ImportFileInput {
  if (dryRun && replace) {
    throw new StartError(
      "--dry-run reads no stored listings, so it cannot show what --replace removes: leave one out.",
    );
  }
  if (removalGuard !== undefined && !replace) {
    throw new StartError("--removal-guard has no effect without --replace: add it.");
  }
  return {
    file: userPath(file),
    map: map && userPath(map),
    source,
    replace: replace ? { guardPercent: removalGuard } : undefined,
  };
}

/** What stands beside the progress of the rows. */
function note({ photos, rejected, removed, missing, seconds }: ImportProgress): string {
  return [
    missing === null ? "" : `${grouped(removed)} of ${grouped(missing)} removed`,
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
    ...removalLines(report),
    ...(photos > 0 ? [`${number(photos)} photos, ${grouped(rate(photos, seconds))} photos/s`] : []),
    ...fileLines(report),
    ...closingLines(report),
    "",
  ].join("\n");
}

/** What is wrong with the file, and what to do about it. */
function fileLines({
  firstNotUtf8,
  incomplete,
  removal,
  rejectsFile,
  read,
  rejected,
}: ImportFileReport): string[] {
  return [
    ...(incomplete?.code === "pages_missing" && !removal ? [`${incomplete.message}.`] : []),
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

/** What `--replace` has removed, or why it has not. */
function removalLines({ removal }: ImportFileReport): string[] {
  if (!removal) return [];
  const { removed, missing, error } = removal;
  const line = `${grouped(removed).padStart(10)} removed`;
  if (!error) return [line];
  const guard = error.code === "removals_held" && missing !== null;
  const next = {
    removals_held: guard ? "run the same command with that --removal-guard" : "run lintel sources remove",
    pages_missing: "import all pages in one file, one envelope a line",
    unreadable_keys: "correct those rows in the file and import it again",
    rejects_file: "import it without --replace",
  }[error.code];
  return [
    line,
    `Nothing was removed: ${error.message[0]?.toLowerCase()}${error.message.slice(1)}. To go on, ${next}.`,
  ];
}

function rate(count: number, seconds: number): number {
  return Math.round(count / Math.max(0.001, seconds));
}

function grouped(value: number): string {
  return value.toLocaleString("en");
}
