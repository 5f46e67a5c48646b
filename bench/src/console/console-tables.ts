import { markdownTable } from "../markdown-table.ts";
import { median, quantile } from "../quantile.ts";
import type { FirstLoad } from "./first-load.ts";
import type { HourOfChanges } from "./hour-of-changes.ts";
import type { Interaction } from "./measure-interactions.ts";
import type { RequestTimes } from "./measure-requests.ts";

/** Budgets of the console with 100,000 leads and 100,000 listings. */
export const GOALS = { listMs: 150, interactionMs: 100, firstLoadKilobytes: 250 };

const ms = (value: number) => value.toFixed(value < 100 ? 1 : 0);
const p95 = (values: readonly number[]) => quantile(values, 0.95);
/** A figure that misses its goal is marked. */
const within = (value: number, goal: number) => `${ms(value)}${value > goal ? " !" : ""}`;

export function requestsTable(measured: readonly RequestTimes[]): string {
  return markdownTable(
    ["page: request", "p50 ms", "p95 ms", "goal", "kB", "bare SQL p50 ms", "p95 ms"],
    measured.map(({ request: { page, what }, kilobytes, ms: times, bareMs }) => [
      `${page}: ${what}`,
      ms(median(times)),
      within(p95(times), GOALS.listMs),
      `${GOALS.listMs}`,
      kilobytes.toFixed(0),
      ms(median(bareMs)),
      ms(p95(bareMs)),
    ]),
  );
}

export function interactionsTable(measured: readonly Interaction[]): string {
  return markdownTable(
    ["by keys", "times", "next paint p50 ms", "p95 ms", "goal", "effect p50 ms", "p95 ms"],
    measured.map(({ what, times }) => {
      const paints = times.map(({ paintMs }) => paintMs);
      const effects = times.map(({ effectMs }) => effectMs);
      return [
        what,
        String(times.length),
        ms(median(paints)),
        within(p95(paints), GOALS.interactionMs),
        `${GOALS.interactionMs}`,
        ms(median(effects)),
        ms(p95(effects)),
      ];
    }),
  );
}

export function firstLoadTable(loads: Record<string, readonly FirstLoad[]>): string {
  const kinds = [
    ...new Set(Object.values(loads).flatMap((runs) => runs.flatMap(({ bytes }) => Object.keys(bytes)))),
  ];
  const size = (run: FirstLoad, kind: string) => (run.bytes[kind] ?? 0) / 1000;
  return markdownTable(
    ["first load", ...kinds.map((kind) => `${kind} kB`), "in all", "goal", "first paint ms", "rows ms"],
    Object.entries(loads).map(([page, runs]) => [
      page,
      ...kinds.map((kind) => median(runs.map((run) => size(run, kind))).toFixed(1)),
      within(
        median(runs.map((run) => kinds.reduce((sum, kind) => sum + size(run, kind), 0))),
        GOALS.firstLoadKilobytes,
      ),
      `${GOALS.firstLoadKilobytes}`,
      ms(median(runs.map(({ firstPaintMs }) => firstPaintMs))),
      ms(median(runs.map(({ rowsMs }) => rowsMs))),
    ]),
  );
}

export function hourTable(hours: readonly HourOfChanges[]): string {
  return markdownTable(
    ["a tab that stays open", "events", "heap MB", "DOM nodes", "listeners"],
    hours.flatMap(({ path, sizes }) =>
      sizes.map(({ events, heapMegabytes, nodes, listeners }) => [
        path,
        events.toLocaleString("en"),
        heapMegabytes.toFixed(2),
        nodes.toLocaleString("en"),
        listeners.toLocaleString("en"),
      ]),
    ),
  );
}
