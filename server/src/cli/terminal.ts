import { resolve } from "node:path";
import cliProgress from "cli-progress";

export type Progress = {
  /** `done` of `total` is the progress; `count` per `seconds` is the rate. */
  update(state: { done: number; total: number; count: number; seconds: number; note?: string }): void;
  stop(): void;
};

/** A progress bar with rate and time left on a terminal; elsewhere an occasional line. */
export function progressBar(what: string, unit: string): Progress {
  let bar: cliProgress.SingleBar | null = null;
  return {
    update({ done, total, count, seconds, note = "" }) {
      const rate = Math.round(count / Math.max(0.001, seconds));
      const payload = { count, rate, left: timeLeft({ done, total, seconds }), note };
      if (bar) {
        bar.setTotal(total);
        bar.update(done, payload);
        return;
      }
      bar = new cliProgress.SingleBar({
        format: `  ${what.padEnd(9)} {bar} {percentage}%  {count} ${unit}  {rate}/s  {left} {note}`,
        barCompleteChar: "█",
        barIncompleteChar: "░",
        barsize: 24,
        hideCursor: true,
        noTTYOutput: true,
        notTTYSchedule: 2000,
        stream: process.stderr,
      });
      bar.start(total, done, payload);
    },
    stop() {
      bar?.stop();
      bar = null;
    },
  };
}

/** As at the rate until now; empty before the first hundredth, from which the estimate would be hours off. */
export function timeLeft({ done, total, seconds }: { done: number; total: number; seconds: number }): string {
  if (done === 0 || done * 100 < total) return "";
  return `${duration(Math.ceil((seconds * (total - done)) / done))} left`;
}

/** Whole seconds as text. */
function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 90) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Columns as wide as what is in them. */
export function table(head: string[], rows: string[][]): string {
  const clean = [head, ...rows].map((row) => row.map(onOneLine));
  const widths = head.map((_, column) =>
    clean.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  );
  const lines = clean.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** A name may hold anything; a terminal obeys some of it. */
function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}

/** npm runs scripts in the package's folder; a relative path means the folder the user stands in. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? ".", path);
}

/** Aborted by the first Ctrl-C; the second one ends the process as usual. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    process.stderr.write("\nStopping at the next safe point. Once more to end at once.\n");
    controller.abort();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  return controller.signal;
}
