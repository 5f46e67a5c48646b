import { markdownTable } from "../markdown-table.ts";
import { median } from "../quantile.ts";
import type { LighthousePages, LighthouseRun } from "./lighthouse-runs.ts";
import type { PageRow, Slot } from "./measure-pages.ts";

const count = (value: number) => Math.round(value).toLocaleString("en");
const ms = (value: number) => (value < 10 ? value.toFixed(1) : count(value));

/** A row for each of what was asked for: a second, at once and one after the other. */
export function pagesTable(rows: readonly PageRow[]): string {
  return markdownTable(
    [
      "",
      "requests/s",
      "p95 ms",
      "µs of processor time",
      "one at a time: p50 ms",
      "p95 ms",
      "p99 ms",
      "kB of a reply",
    ],
    rows.map(({ name, requests, busy, alone }) => {
      const sum = (value: (slot: Slot) => number) => busy.reduce((total, slot) => total + value(slot), 0);
      const all = sum((slot) => slot.requests);
      return [
        `${name}, ${requests}`,
        count(all / sum((slot) => slot.seconds)),
        ms(median(busy.map(({ p95 }) => p95))),
        count((sum((slot) => slot.serverMs) / all) * 1000),
        ...(["p50", "p95", "p99"] as const).map((at) => ms(median(alone.map((slot) => slot[at])))),
        (sum((slot) => slot.bytes) / all / 1000).toFixed(1),
      ];
    }),
  );
}

/** A row for each page: medians of its runs. */
export function lighthouseTable({ pages }: LighthousePages): string {
  const categories = Object.keys(Object.values(pages)[0]?.[0]?.scores ?? {});
  const rows = Object.entries(pages).map(([path, runs]) => {
    const of = (value: (run: LighthouseRun) => number) => median(runs.map(value));
    return [
      path.startsWith("/homes/") ? "a listing" : `\`${path}\``,
      ...categories.map((each) => String(of(({ scores }) => scores[each] as number))),
      count(of(({ lcpMs }) => lcpMs)),
      of(({ cls }) => cls).toFixed(3),
      count(of(({ tbtMs }) => tbtMs)),
      (of(({ scriptBytes }) => scriptBytes) / 1000).toFixed(1),
      count(of(({ totalBytes }) => totalBytes) / 1000),
    ];
  });
  return markdownTable(["", ...categories, "LCP ms", "CLS", "TBT ms", "kB of script", "kB in all"], rows);
}

/** Audits that did not pass, and in how many runs of which page. */
export function findingsList({ pages }: LighthousePages): string {
  const lines = Object.entries(pages).flatMap(([path, runs]) => {
    const counts = Map.groupBy(
      runs.flatMap(({ findings }) => findings),
      (finding) => finding,
    );
    return [...counts].map(([finding, { length }]) => `- ${path}: ${finding} (${length} of ${runs.length})`);
  });
  return lines.length > 0 ? lines.join("\n") : "Every audit passed in every run.";
}
