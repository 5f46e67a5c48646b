import { type ProbeName, probeNames } from "./probes.ts";

export type Outage = {
  name: string;
  /** What each probe was answered meanwhile, with the longest time to a reply. */
  answers: Record<ProbeName, string>;
  /** From the end of the outage to the last bad answer, in milliseconds. */
  recoveredMs: number;
};

/** How long everything goes on before an outage, so that what was away is in use again. */
export function calmMs(outageSeconds: number): number {
  return Math.min(3000, 750 * outageSeconds);
}

/** A Markdown table: a line for each outage, a column for each thing that people do. */
export function outageTable(outages: readonly Outage[], outageSeconds: number): string {
  const head = [`away for ${outageSeconds} s`, ...probeNames, "right again after"];
  const lines = outages.map(({ name, answers, recoveredMs }) => [
    name,
    ...probeNames.map((probe) => answers[probe]),
    `${(recoveredMs / 1000).toFixed(1)} s`,
  ]);
  const widths = head.map((title, at) =>
    Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [lineOf(head), rule, ...lines.map(lineOf)].join("\n");
}
