import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { answers } from "./answer-queries.ts";
import { barPlot } from "./bar-plot.ts";
import type { Row } from "./measure-rounds.ts";
import { widths } from "./queries.ts";
import {
  answerTables,
  conditionsOf,
  type Figures,
  figuresOf,
  labelOf,
  listTables,
  overviewTable,
  type Results,
  titleOf,
} from "./results-tables.ts";
import type { Workload } from "./workloads.ts";

const FOLDER = fileURLToPath(new URL("../../../docs/benchmarks/", import.meta.url));
const README = fileURLToPath(new URL("../../../README.md", import.meta.url));
const README_LISTINGS = 100_000;
const BEGIN = "<!-- written by `npm run bench peers -- --write`: begin -->";
const END = "<!-- written by `npm run bench peers -- --write`: end -->";

type Plot = { file: string; title: string; unit: string; value: (figures: Figures) => number };
const PLOTS: Plot[] = [
  {
    file: "throughput",
    title: "Requests per second",
    unit: "more is better",
    value: ({ perSecond }) => perSecond,
  },
  {
    file: "latency",
    title: "99th percentile of the response time",
    unit: "milliseconds",
    value: ({ p99 }) => p99,
  },
  {
    file: "processor-time",
    title: "Processor time per request, server and database",
    unit: "microseconds",
    value: ({ server, database }) => server + database,
  },
];

/** What has plots of its own. */
type Part = {
  /** Of its files. */
  suffix: string;
  workloads: readonly Workload[];
  rows: (results: Results) => readonly Row[];
  label: (row: Row) => string;
};
const LIST: Part = {
  suffix: "",
  workloads: widths,
  rows: ({ rows }) => rows,
  label: (row) => labelOf(row).replace(" searches", ""),
};
const ANSWERS: Part = {
  suffix: "-answers",
  workloads: answers,
  rows: ({ answerRows }) => answerRows,
  label: ({ name }) => name,
};

/** Writes tables and plots to docs/benchmarks, and those of 100,000 listings into the README too. */
export async function writeResults(results: Results): Promise<void> {
  const { listings } = results.options;
  const name = `peers-${listings >= 1_000_000 ? `${listings / 1_000_000}m` : `${listings / 1000}k`}`;
  await mkdir(FOLDER, { recursive: true });
  for (const part of [LIST, ANSWERS]) {
    for (const plot of PLOTS)
      await writeFile(`${FOLDER}${plotFile(name, part, plot)}`, drawPlot(results, part, plot));
  }
  await writeFile(`${FOLDER}${name}.md`, pageOf(results, name));
  if (listings === README_LISTINGS) {
    const readme = await readFile(README, "utf8");
    await writeFile(README, withBlock(readme, blockOf(results, name)));
  }
  console.log(`Written: docs/benchmarks/${name}.md${listings === README_LISTINGS ? ", README.md" : ""}`);
}

function plotFile(name: string, { suffix }: Part, { file }: Plot): string {
  return `${name}${suffix}-${file}.svg`;
}

function drawPlot(results: Results, { workloads, rows, label }: Part, { title, unit, value }: Plot): string {
  const panels = workloads.map((workload) => ({
    title: titleOf(results, workload),
    bars: rows(results).flatMap((row) => {
      const slots = row.slots.get(workload);
      return slots ? [{ label: label(row), value: value(figuresOf(slots)), color: colorOf(row) }] : [];
    }),
  }));
  return barPlot(title, unit, panels);
}

function colorOf({ name, searches, isCeiling }: Row): string {
  if (isCeiling) return "#afb8c1";
  const [strong, light] = name === "Lintel" ? ["#0969da", "#54aeff"] : ["#57606a", "#8c959f"];
  return searches === "new" ? strong! : light!;
}

/** @throws when the text lacks the two marks. */
export function withBlock(text: string, block: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`Cannot update README.md: it lacks ${BEGIN} and ${END}.`);
  return `${text.slice(0, begin + BEGIN.length)}\n${block}\n${text.slice(end)}`;
}

function blockOf(results: Results, name: string): string {
  return `${conditionsOf(results)}.

${overviewTable(results)}

![Requests per second](docs/benchmarks/${name}-throughput.svg)

![Processor time per request](docs/benchmarks/${name}-processor-time.svg)

Response times and processor time of each server, and the same for facets, map clusters and vector tiles:
[docs/benchmarks/${name}.md](docs/benchmarks/${name}.md).`;
}

function pageOf(results: Results, name: string): string {
  const { listings } = results.options;
  return `# Listing search against other servers, ${listings.toLocaleString("en")} listings

Written by \`npm run bench peers -- --write${listings === README_LISTINGS ? "" : ` --listings ${listings}`}\`; do not edit. ${conditionsOf(results)}.

A search is a map box with price, beds and status, newest first: a page of 20 listings with 10 photos each, and the exact total. The replies
of all servers were compared before anything was timed: same total, same listings in the same order, same fields. "Repeated"
searches are 20 of each width, over and over, which a reply cache may answer; a "new" search differs from all before. The ceiling is
\`node:http\` sending the same bytes from memory. Requests/s are over all rounds, percentiles the median of the rounds; processor time is
what the server's processes and those of PostgreSQL used per request. The peers are in \`bench/peers/\`.

${plotsOf(name, LIST)}

${listTables(results)}

## Facets, map clusters, vector tiles and near misses

Each request differs from all before. A request for facets is a search with \`facets=city,status,beds,zip\`, whose reply has the page too.
Clusters are those of a map of 1,024 pixels. The replies were compared before anything was timed: facets and pages are equal; of clusters and
tiles the total is, and the sum of the counts of clusters and the single listings, because the grids of servers differ. A request for
near misses is a search that matches about one listing, with \`near_misses=true\`: it was measured without a comparison, because no peer
has them. FastAPI answers list searches alone.

${plotsOf(name, ANSWERS)}

${answerTables(results)}
`;
}

function plotsOf(name: string, part: Part): string {
  return PLOTS.map((plot) => `![${plot.title}](${plotFile(name, part, plot)})`).join("\n\n");
}
