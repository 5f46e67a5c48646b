import { markdownTable } from "../markdown-table.ts";
import { median } from "../quantile.ts";
import { answers } from "./answer-queries.ts";
import type { Row, Slot } from "./measure-rounds.ts";
import { type Width, widths } from "./queries.ts";
import { nameOf, type Workload } from "./workloads.ts";

export type Results = {
  /** Of list searches. */
  rows: Row[];
  /** Of answers beside the list. */
  answerRows: Row[];
  /** Median of the totals of compared requests. */
  matches: Map<Workload, number>;
  options: { listings: number; seconds: number; rounds: number; connections: number };
  environment: { node: string; postgres: string; cores: number; loadBefore: number; day: string };
};

/** A row's figures at one workload, over all rounds. */
export type Figures = {
  perSecond: number;
  /** Medians of the rounds, in milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** Processor time a request, in microseconds. */
  server: number;
  database: number;
};

export function figuresOf(slots: readonly Slot[]): Figures {
  const sum = (value: (slot: Slot) => number) => slots.reduce((total, slot) => total + value(slot), 0);
  const medianOf = (value: (slot: Slot) => number) => median(slots.map(value));
  const requests = sum((slot) => slot.requests);
  return {
    perSecond: requests / sum((slot) => slot.seconds),
    p50: medianOf((slot) => slot.p50),
    p95: medianOf((slot) => slot.p95),
    p99: medianOf((slot) => slot.p99),
    server: (sum((slot) => slot.serverMs) / requests) * 1000,
    database: (sum((slot) => slot.databaseMs) / requests) * 1000,
  };
}

export function labelOf(row: Row): string {
  return row.isCeiling ? `${row.name}, same bytes` : `${row.name}, ${row.searches} searches`;
}

export function titleOf({ matches }: Results, workload: Workload): string {
  const name = nameOf(workload);
  return workload === "mix" ? name : `${name} (median ${count(matches.get(workload)!)})`;
}

const count = (value: number) => Math.round(value).toLocaleString("en");
const ms = (value: number) => (value < 10 ? value.toFixed(1) : count(value));

/** A table a width, for the terminal and for docs/benchmarks. */
export function listTables(results: Results): string {
  return widths.map((width) => tableOf(results, results.rows, width, labelOf)).join("\n\n");
}

/** A table an answer beside the list. */
export function answerTables(results: Results): string {
  const { answerRows } = results;
  return answers.map((answer) => tableOf(results, answerRows, answer, ({ name }) => name)).join("\n\n");
}

/** The rows that have the workload; with a column of the ceiling where one was measured. */
function tableOf(
  results: Results,
  rows: readonly Row[],
  workload: Workload,
  label: (row: Row) => string,
): string {
  const measured = rows.flatMap((row) => {
    const slots = row.slots.get(workload);
    return slots ? [{ row, figures: figuresOf(slots) }] : [];
  });
  const ceiling = measured.find(({ row }) => row.isCeiling)?.figures;
  const lines = measured.map(({ row, figures: { perSecond, p50, p95, p99, server, database } }) => [
    label(row),
    count(perSecond),
    ...(ceiling ? [(perSecond / ceiling.perSecond).toFixed(3)] : []),
    ms(p50),
    ms(p95),
    ms(p99),
    count(server),
    count(database),
  ]);
  const head = [
    "",
    "requests/s",
    ...(ceiling ? ["of the ceiling"] : []),
    "p50 ms",
    "p95 ms",
    "p99 ms",
    "µs of processor time: server",
    "database",
  ];
  return `**${titleOf(results, workload)}**\n\n${markdownTable(head, lines)}`;
}

/** Requests/s and p99 of every width in one table, for the README. */
export function overviewTable({ rows }: Results): string {
  const columns: Width[] = ["mix", "10", "1,000", "60 %"];
  const lines = rows.map((row) => [
    labelOf(row),
    ...columns.map((width) => {
      const { perSecond, p99 } = figuresOf(row.slots.get(width)!);
      return `${count(perSecond)} (${ms(p99)})`;
    }),
  ]);
  return markdownTable(["requests/s (p99 in ms)", "mix", "~10 match", "~1,000", "60 % of all"], lines);
}

/** Other work of this load average distorts a run. */
const BUSY = 0.5;
const BUSY_NOTE =
  " (other work ran at the same time: requests/s are too low and response times too long, for all alike; processor time per request is comparable)";

export function conditionsOf({ environment, options }: Results): string {
  const { node, postgres, cores, loadBefore, day } = environment;
  const { listings, seconds, rounds, connections } = options;
  return (
    `${day}, ${cores} cores shared by servers, database and load generator, Node ${node}, PostgreSQL ${postgres}; ` +
    `${count(listings)} listings, ${connections} connections, ${rounds} rounds of ${seconds} s each; ` +
    `load average before the run ${loadBefore.toFixed(1)}${loadBefore > BUSY ? BUSY_NOTE : ""}`
  );
}
