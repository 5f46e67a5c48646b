import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import type { Context } from "../../context.ts";
import { AppError } from "../../platform/errors.ts";
import { type ColumnMap, parseColumnMap } from "./column-map.ts";
import { type ImportCounts, importRecords } from "./import-records.ts";
import { openText } from "./open-text.ts";
import type { Reject } from "./plan-batch.ts";
import { readCsv } from "./read-csv.ts";
import { readReso } from "./read-reso.ts";

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
  ctx: Context,
  input: ImportFileInput,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportFileReport> {
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1000;
  const totalBytes = await sizeOf(input.file);
  const map = input.map ? parseColumnMap(await readText(input.map)) : null;
  const source = sourceName(input, map);
  const stream = createReadStream(input.file, { highWaterMark: 64 * 1024 });
  const rejects = new RejectsFile(`${input.file}.rejects.ndjson`);
  await rejects.clear();

  try {
    const counts = await importRecords(ctx, readerFor(input.file, map, stream), {
      source,
      onRejects: (some) => rejects.write(some),
      onBatch: (counts) =>
        onProgress({ ...counts, bytes: stream.bytesRead, totalBytes, seconds: secondsSoFar() }),
    });
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

function readerFor(file: string, map: ColumnMap | null, stream: Readable) {
  const looksLikeCsv = /\.(csv|tsv|txt)(\.gz)?$/i.test(file);
  if (map) return readCsv(openText(stream), map);
  if (looksLikeCsv) throw new AppError("bad_request", "A CSV needs a column map: add --map MAP.json");
  return readReso(openText(stream));
}

function sourceName(input: ImportFileInput, map: ColumnMap | null): string {
  const name =
    input.source ?? map?.source ?? basename(input.file).replace(/\.(ndjson|jsonl|json|csv)?(\.gz)?$/i, "");
  const plain = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  if (plain === "") throw new AppError("bad_request", "Name the source: add --source NAME");
  return plain.slice(0, 100);
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new AppError("bad_request", `There is no file ${file}`);
  return found.size;
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => {
    throw new AppError("bad_request", `The column map ${file} cannot be read`);
  });
}

/** Made only when there is something to write. */
class RejectsFile {
  #file: FileHandle | null = null;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get path(): string | null {
    return this.#file && this.#path;
  }

  /** @throws AppError 400 when the folder does not let it. */
  async clear(): Promise<void> {
    await rm(this.#path, { force: true }).catch(cannotBeWritten(this.#path));
  }

  async write(rejects: Reject[]): Promise<void> {
    this.#file ??= await open(this.#path, "w").catch(cannotBeWritten(this.#path));
    const text = rejects.map((reject) => `${JSON.stringify(reject)}\n`).join("");
    await this.#file.appendFile(text).catch(cannotBeWritten(this.#path));
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

function cannotBeWritten(path: string) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("bad_request", `The rejects file ${path} cannot be written: ${reason}`, {
      cause: error,
    });
  };
}
