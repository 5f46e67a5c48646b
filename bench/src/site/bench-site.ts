import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { rerunWith } from "../rerun-with.ts";
import { benchPages } from "./bench-pages.ts";
import { runLighthouse } from "./lighthouse-runs.ts";
import { findingsList, lighthouseTable, pagesTable } from "./site-tables.ts";

/**
 * The website: pages a second of `/homes` and of listings, with the page cache and without, beside the API's replies for the same data;
 * then Lighthouse. LISTINGS, RUNS (of Lighthouse); `-- --only pages` or `--only lighthouse`, `--seconds`, `--rounds`, `--connections`.
 */
export async function benchSite(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      only: { type: "string" },
      seconds: { type: "string", default: "2" },
      rounds: { type: "string", default: "3" },
      connections: { type: "string", default: "24" },
    },
  });
  const { only, ...given } = values;
  const server = process.env.DATABASE_URL;
  if (only !== "lighthouse" && !server) return rerunWith("with-postgres.sh");
  if (only !== "pages" && !chromiumPath()) return rerunWith("with-chromium.sh");
  const options = {
    listings: Number(process.env.LISTINGS ?? 100_000),
    seconds: Number(given.seconds),
    rounds: Number(given.rounds),
    connections: Number(given.connections),
  };
  if (server && only !== "lighthouse") {
    const before = conditions();
    const rows = await benchPages(server, options);
    const { listings, connections, rounds, seconds } = options;
    console.log(
      `\n${before}; ${listings.toLocaleString("en")} listings, ${connections} connections, ${rounds} rounds of ${seconds} s each.\n`,
    );
    console.log(pagesTable(rows));
  }
  if (only !== "pages") {
    const runs = Number(process.env.RUNS ?? 5);
    const before = conditions();
    const pages = await runLighthouse(runs);
    console.log(`\n${before}; Lighthouse ${pages.version}, mobile, median of ${runs} runs.\n`);
    console.log(`${lighthouseTable(pages)}\n\n${findingsList(pages)}`);
  }
}

function conditions(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${availableParallelism()} cores, Node ${process.version}; load average before the run ${loadavg()[0]!.toFixed(1)}`;
}
