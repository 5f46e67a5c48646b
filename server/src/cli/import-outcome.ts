type Outcome = { read: number; rejected: number; seconds: number; interrupted: boolean };

/** 0 done, 2 all rows rejected, 130 interrupted. */
export function exitStatus(outcome: Outcome): number {
  if (outcome.interrupted) return 130;
  return isAllRejected(outcome) ? 2 : 0;
}

/** How an import ended, and how long it took. */
export function startOfSummary(outcome: Outcome): string {
  const seconds = `${outcome.seconds.toFixed(1)} s`;
  if (outcome.interrupted) return `interrupted after ${seconds}`;
  return isAllRejected(outcome) ? `nothing imported in ${seconds}` : `imported in ${seconds}`;
}

/** What to do next, where something is left to do. */
export function closingLines(outcome: Outcome): string[] {
  if (outcome.interrupted) {
    return [
      "The counted rows are stored. To continue, run the same command again: stored rows count as unchanged then.",
    ];
  }
  if (isAllRejected(outcome)) {
    return [
      "All rows were rejected. The rejects file names the reasons of each: correct the file or its columns.",
    ];
  }
  return outcome.read === 0 ? ["The file has no rows."] : [];
}

/** Written before the cause when an import fails after it has stored rows. */
export function rowsBeforeFailure(read: number): string {
  return read === 0
    ? ""
    : `Stopped after ${read.toLocaleString("en")} rows; the valid ones are stored. Run the same command again to continue, once the cause below is corrected.\n`;
}

/** Written before the cause when an import with `--replace` fails. */
export function removedBeforeFailure(removed: number): string {
  return removed === 0
    ? "No listing was removed.\n"
    : `${removed.toLocaleString("en")} listings that the file does not have were removed before that.\n`;
}

function isAllRejected({ read, rejected }: Outcome): boolean {
  return read > 0 && rejected === read;
}
