import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onNew } from "../new-database.ts";
import { median } from "../quantile.ts";
import { runLintel } from "../run-lintel.ts";
import { syntheticFeed, writeFeed } from "../synthetic-feed.ts";
import { HEADERS, MeasuredFeed, secondsOf, withRecords, withServer } from "./measured-feed.ts";

const TREE = { name: "this tree", folder: fileURLToPath(new URL("../../../", import.meta.url)) };
const LEAST_SHARE = 0.5;
const PAGE = 1000;

/**
 * The first load of a feed beside imports of the same listings: of a file by the command, which does nothing else, and through a running
 * server, which indexes listings meanwhile, as it does while a feed loads. Rows a second of each.
 */
export async function benchInitialLoad(
  database: string | null,
  { rows, media, rounds }: { rows: number; media: number; rounds: number },
): Promise<void> {
  const title = database === null ? "embedded database" : "PostgreSQL";
  const file = join(tmpdir(), `lintel-bench-feed-${process.pid}.ndjson`);
  await writeFeed(file, syntheticFeed(rows, { media }));
  const [imports, served, loads]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round < rounds; round++) {
      imports.push(await onNew(database, (settings) => importFile(file, rows, settings)));
      served.push(await onNew(database, (settings) => importThroughServer(file, rows, settings)));
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
    `  ${title}, ${rows} listings with ${media} Media: file import ${rate(imports)}, through a running server ${rate(served)}, feed ${rate(loads)}: ${(median(loads) / median(served)).toFixed(2)} of the server's, ${share.toFixed(2)} of the file import (at least ${LEAST_SHARE}: ${share >= LEAST_SHARE ? "holds" : "FAILS"})`,
  );
}

async function importFile(file: string, rows: number, settings: Record<string, string>): Promise<number> {
  await runLintel(TREE, ["migrate"], settings);
  const { stdout } = await runLintel(TREE, ["import", file], settings);
  if (!stdout.includes(`${rows.toLocaleString("en")} created`)) throw new Error(stdout);
  return Number(/([\d,]+) rows\/s/.exec(stdout)?.[1]?.replaceAll(",", ""));
}

function importThroughServer(file: string, rows: number, settings: Record<string, string>): Promise<number> {
  return withServer(settings, async (server) => {
    const startedAt = performance.now();
    const { created } = await server.send<{ created: number }>({
      path: "/api/admin/listings/import?source=bench",
      headers: { ...HEADERS, "content-type": "application/x-ndjson" },
      body: createReadStream(file),
    });
    if (created !== rows) throw new Error(`${created} of ${rows} listings were created`);
    return rows / ((performance.now() - startedAt) / 1000);
  });
}

function loadFeed(baseUrl: string, rows: number, settings: Record<string, string>): Promise<number> {
  return withServer(settings, async (server) => {
    const feed = await MeasuredFeed.create(server, { source: "bench", base_url: baseUrl, page_size: PAGE });
    const run = await feed.runAfter(0);
    if (run.created !== rows) throw new Error(`${run.created} of ${rows} listings were created`);
    return rows / secondsOf(run);
  });
}

function rate(values: number[]): string {
  const all = values.map((each) => Math.round(each).toLocaleString("en")).join(", ");
  return `${Math.round(median(values)).toLocaleString("en")} rows/s (${all})`;
}
