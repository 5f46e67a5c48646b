import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { fileSize } from "../../platform/text-files/open-text.ts";
import { RejectsFile } from "../../platform/text-files/rejects-file.ts";
import type { UsesListings } from "../services.ts";
import { type ColumnMap, parseColumnMap } from "./column-map.ts";
import type { ImportCounts } from "./import-records.ts";
import { importStream } from "./import-stream.ts";

/** Absolute paths; `map` is for CSV. Without `source`, the map's, else the file's name. */
export type ImportFileInput = { file: string; map?: string | undefined; source?: string | undefined };

export type ImportProgress = ImportCounts & { bytes: number; totalBytes: number; seconds: number };

export type ImportFileReport = ImportCounts & {
  source: string;
  seconds: number;
  /** Where the rejected rows are; null when there are none. */
  rejectsFile: string | null;
  interrupted: boolean;
};

/**
 * `lintel import`: a file of RESO JSON or NDJSON, or a CSV with a column map, plain or gzip. Rejected rows go to
 * `FILE.rejects.ndjson` with their line and the reasons.
 *
 * @throws AppError 400 when the file cannot be read, is damaged, or the map does not fit; what was whole has landed.
 */
export async function importFile(
  ctx: Context<UsesListings>,
  input: ImportFileInput,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportFileReport> {
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1000;
  const totalBytes = await fileSize(input.file);
  const map = input.map ? parseColumnMap(await readText(input.map)) : null;
  const source = sourceName(input, map);
  const stream = createReadStream(input.file, { highWaterMark: 64 * 1024 });
  const rejects = new RejectsFile(`${input.file}.rejects.ndjson`);
  await rejects.clear();

  try {
    assertReadable(input.file, map);
    const counts = await importStream(
      ctx,
      { stream, map },
      {
        source,
        onRejects: (some) => rejects.write(some.map((reject) => `${JSON.stringify(reject)}\n`).join("")),
        onBatch: (counts) =>
          onProgress({ ...counts, bytes: stream.bytesRead, totalBytes, seconds: secondsSoFar() }),
      },
    );
    return {
      source,
      ...counts,
      seconds: secondsSoFar(),
      rejectsFile: rejects.path,
      interrupted: ctx.signal.aborted,
    };
  } finally {
    stream.destroy();
    await rejects.close();
  }
}

function assertReadable(file: string, map: ColumnMap | null): void {
  const looksLikeCsv = /\.(csv|tsv|txt)(\.gz)?$/i.test(file);
  if (looksLikeCsv && !map) throw new AppError("bad_request", "A CSV needs a column map: add --map MAP.json");
}

function sourceName(input: ImportFileInput, map: ColumnMap | null): string {
  const name =
    input.source ?? map?.source ?? basename(input.file).replace(/\.(ndjson|jsonl|json|csv)?(\.gz)?$/i, "");
  const plain = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  if (plain === "") throw new AppError("bad_request", "Name the source: add --source NAME");
  return plain.slice(0, 100);
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => {
    throw new AppError("bad_request", `The column map ${file} cannot be read`);
  });
}
