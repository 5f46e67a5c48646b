import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onNew } from "../new-database.ts";
import { runLintel } from "../run-lintel.ts";
import { syntheticFeed, writeFeed } from "../synthetic-feed.ts";
import { MeasuredFeed, secondsOf, withRecords, withServer } from "./measured-feed.ts";

const TREE = { name: "this tree", folder: fileURLToPath(new URL("../../../", import.meta.url)) };
const LEAST_SHARE = 0.5;
const PAGE = 1000;

/** The first load of a feed beside the file import of the same listings: rows a second of both. */
export async function benchInitialLoad(
  database: string | null,
  { rows, media, rounds }: { rows: number; media: number; rounds: number },
): Promise<void> {
  const title = database === null ? "embedded database" : "PostgreSQL";
  const file = join(tmpdir(), `lintel-bench-feed-${process.pid}.ndjson`);
  await writeFeed(file, syntheticFeed(rows, { media }));
  const [imports, loads]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round++) {
      imports.push(await onNew(database, (settings) => importFile(file, rows, settings)));
      loads.push(
        await withRecords(["records", rows, media], (baseUrl) =>
          onNew(database, (settings) => loadFeed(baseUrl, rows, settings)),
        ),
      );
    }
  } finally {
    await rm(file);
  }
  const share = median(loads) / median(imports);
  console.log(
    `  ${title}, ${rows} listings with ${media} Media: file import ${rate(imports)}, feed ${rate(loads)}: ${share.toFixed(2)} of it (at least ${LEAST_SHARE}: ${share >= LEAST_SHARE ? "holds" : "FAILS"})`,
  );
}

async function importFile(file: string, rows: number, settings: Record<string, string>): Promise<number> {
  await runLintel(TREE, ["migrate"], settings);
  const { stdout } = await runLintel(TREE, ["import", file], settings);
  if (!stdout.includes(`${rows.toLocaleString("en")} created`)) throw new Error(stdout);
  return Number(/([\d,]+) rows\/s/.exec(stdout)?.[1]?.replaceAll(",", ""));
}

function loadFeed(baseUrl: string, rows: number, settings: Record<string, string>): Promise<number> {
  return withServer(settings, async (server) => {
    const feed = await MeasuredFeed.create(server, { source: "bench", base_url: baseUrl, page_size: PAGE });
    const run = await feed.runAfter(0);
    if (run.created !== rows) throw new Error(`${run.created} of ${rows} listings were created`);
    return rows / secondsOf(run);
  });
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function rate(values: number[]): string {
  const all = values.map((each) => Math.round(each).toLocaleString("en")).join(", ");
  return `${Math.round(median(values)).toLocaleString("en")} rows/s (${all})`;
}
