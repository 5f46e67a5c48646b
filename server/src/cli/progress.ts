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
      const left = Math.ceil((seconds * (total - done)) / Math.max(1, done));
      const payload = { count, rate, left: `${left} s`, note };
      if (bar) {
        bar.setTotal(total);
        bar.update(done, payload);
        return;
      }
      bar = new cliProgress.SingleBar({
        format: `  ${what.padEnd(9)} {bar} {percentage}%  {count} ${unit}  {rate}/s  {left} left {note}`,
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
