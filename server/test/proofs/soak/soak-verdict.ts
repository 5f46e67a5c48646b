import type { Reading } from "./process-watch.ts";
import type { Sent } from "./soak-load.ts";

/** A window of ten seconds. */
export type Window = Reading & Sent & { minute: number };

const MOST_DRIFT = 0.05;
const MOST_LOOP_MS = 20;

export type Verdict = { text: string; failures: string[] };

/**
 * The first sixth of the run warms caches and the heap. Memory: the median of the second sixth against that of the last sixth (minutes 5 to
 * 10 and 25 to 30 of half an hour). The event loop's p99 holds in the median and in 19 of 20 windows.
 */
export function judge(windows: readonly Window[]): Verdict {
  const sixth = Math.max(1, Math.floor(windows.length / 6));
  const settled = windows.slice(sixth);
  const early = settled.slice(0, sixth);
  const late = windows.slice(-sixth);
  const drift = (field: "rssMb" | "heapMb") => {
    const [before, after] = [early, late].map((part) => median(part.map((each) => each[field])));
    return {
      before: before as number,
      after: after as number,
      share: (after as number) / (before as number) - 1,
    };
  };
  const rss = drift("rssMb");
  const heap = drift("heapMb");
  const loop = settled.map(({ loopP99Ms }) => loopP99Ms).toSorted((a, b) => a - b);
  const loopMedian = median(loop);
  const loopHigh = loop[Math.floor(loop.length * 0.95)] as number;
  const files = {
    before: median(early.map((each) => each.files)),
    after: median(late.map((each) => each.files)),
  };
  const sockets = {
    before: median(early.map((each) => each.sockets)),
    after: median(late.map((each) => each.sockets)),
  };
  const slope = slopeOf(settled.map(({ minute, rssMb }) => [minute, rssMb]));
  const rows = [
    ["RSS, MB", rss.before, rss.after, `${percent(rss.share)}, ${slope.toFixed(2)} MB a minute`],
    ["heap used, MB", heap.before, heap.after, percent(heap.share)],
    ["open files and pipes", files.before, files.after, ""],
    ["open sockets", sockets.before, sockets.after, ""],
  ] as const;
  const longest = Math.max(...settled.map(({ loopMaxMs }) => loopMaxMs));
  const failures = [
    ...(rss.share > MOST_DRIFT ? [`RSS has grown by ${percent(rss.share)}`] : []),
    ...(loopHigh > MOST_LOOP_MS ? [`the event loop's p99 is ${loopHigh.toFixed(1)} ms`] : []),
    ...(files.before === files.after ? [] : [`open files: ${files.before}, then ${files.after}`]),
    ...(sockets.after - sockets.before > 2 ? [`sockets: ${sockets.before}, then ${sockets.after}`] : []),
  ];
  const text = [
    "| median of ten-second windows | second sixth | last sixth | |",
    "|---|---|---|---|",
    ...rows.map(
      ([name, before, after, note]) => `| ${name} | ${round(before)} | ${round(after)} | ${note} |`,
    ),
    "",
    `Event loop p99 by window: median ${loopMedian.toFixed(1)} ms, 95 % of windows below ${loopHigh.toFixed(1)} ms, ` +
      `highest ${(loop.at(-1) as number).toFixed(1)} ms; longest delay of all ${longest.toFixed(0)} ms.`,
  ].join("\n");
  return { text, failures };
}

export function windowLine(window: Window): string {
  const { minute, rssMb, heapMb, externalMb, loopP99Ms, loopMaxMs, files, sockets } = window;
  return (
    `${minute.toFixed(1).padStart(5)} min  RSS ${rssMb.toFixed(0)} MB  heap ${heapMb.toFixed(0)}  external ${externalMb.toFixed(0)}  ` +
    `loop p99 ${loopP99Ms.toFixed(1)} ms  max ${loopMaxMs.toFixed(0)}  fd ${files}+${sockets}  ` +
    `${window.requests} requests  p50 ${window.p50.toFixed(0)} ms  p99 ${window.p99.toFixed(0)} ms  ` +
    `${window.errors} errors  ${window.messagesDue} mails due`
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

/** Of the line of least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const x0 = mean(points.map(([x]) => x));
  const y0 = mean(points.map(([, y]) => y));
  const over = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  const under = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
  return under === 0 ? 0 : over / under;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const round = (value: number) => value.toFixed(value < 100 ? 1 : 0);
