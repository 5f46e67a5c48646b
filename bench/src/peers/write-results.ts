import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { barPlot } from "./bar-plot.ts";
import type { Row } from "./measure-rounds.ts";
import { widths } from "./queries.ts";
import {
  conditionsOf,
  detailedTables,
  type Figures,
  figuresOf,
  labelOf,
  overviewTable,
  type Results,
  titleOf,
} from "./results-tables.ts";

const FOLDER = fileURLToPath(new URL("../../../docs/benchmarks/", import.meta.url));
const README = fileURLToPath(new URL("../../../README.md", import.meta.url));
const README_LISTINGS = 100_000;
const BEGIN = "<!-- written by `npm run bench peers -- --write`: begin -->";
const END = "<!-- written by `npm run bench peers -- --write`: end -->";

const PLOTS: { file: string; title: string; unit: string; value: (figures: Figures) => number }[] = [
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

/** Writes tables and plots to docs/benchmarks, and those of 100,000 listings into the README too. */
export async function writeResults(results: Results): Promise<void> {
  const { listings } = results.options;
  const name = `peers-${listings >= 1_000_000 ? `${listings / 1_000_000}m` : `${listings / 1000}k`}`;
  await mkdir(FOLDER, { recursive: true });
  for (const { file, title, unit, value } of PLOTS) {
    const panels = widths.map((width) => ({
      title: titleOf(results, width),
      bars: results.rows.map((row) => ({
        label: labelOf(row).replace(" searches", ""),
        value: value(figuresOf(row.slots.get(width)!)),
        color: colorOf(row),
      })),
    }));
    await writeFile(`${FOLDER}${name}-${file}.svg`, barPlot(title, unit, panels));
  }
  await writeFile(`${FOLDER}${name}.md`, pageOf(results, name));
  if (listings === README_LISTINGS) {
    const readme = await readFile(README, "utf8");
    await writeFile(README, withBlock(readme, blockOf(results, name)));
  }
  console.log(`Written: docs/benchmarks/${name}.md${listings === README_LISTINGS ? ", README.md" : ""}`);
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

Response times and processor time of each server: [docs/benchmarks/${name}.md](docs/benchmarks/${name}.md).`;
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

${PLOTS.map(({ file, title }) => `![${title}](${name}-${file}.svg)`).join("\n\n")}

${detailedTables(results)}
`;
}
