import { createReadStream } from "node:fs";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { fileSize, type TextPlace } from "../../platform/text-files/open-text.ts";
import { RejectsFile } from "../../platform/text-files/rejects-file.ts";
import { refuseFedSource } from "../fed-sources.ts";
import type { UsesListings } from "../services.ts";
import type { Incomplete } from "./file-facts.ts";
import { recordImport } from "./import-listings.ts";
import { type ImportOptionsInput, readImportOptions } from "./import-options.ts";
import type { ImportCounts } from "./import-records.ts";
import { importStream } from "./import-stream.ts";
import { rejectLine } from "./rejects-of-import.ts";
import type { Removal } from "./removal.ts";

export type ImportFileInput = ImportOptionsInput & {
  /** Listings of the source that the file does not have are removed. */
  replace?: { guardPercent?: number | undefined } | undefined;
};

export type ImportProgress = ImportCounts & {
  bytes: number;
  totalBytes: number;
  seconds: number;
  /** Of the removal, once it has begun. */
  removed: number;
  missing: number | null;
};

export type ImportFileReport = ImportCounts & {
  source: string;
  seconds: number;
  /** Where the rejected rows are; null when there are none. */
  rejectsFile: string | null;
  /** Where the file is not UTF-8 for the first time; null when it is UTF-8. */
  firstNotUtf8: TextPlace | null;
  /** Why the file does not hold all listings of its source, as far as it says so itself. */
  incomplete: Incomplete | null;
  /** Null without `replace`, and when the import was stopped before all was stored. */
  removal: Removal | null;
  interrupted: boolean;
};

/**
 * `lintel import`: a file of RESO JSON or NDJSON, or a CSV with a column map, plain or gzip. Rejected rows go to
 * `FILE.rejects.ndjson` with their line and the reasons; that file can be corrected and imported itself.
 *
 * @throws AppError 400 when the file cannot be read, is damaged, or the map does not fit; what was whole has landed. 409 when the
 *   source has a feed.
 */
export async function importFile(
  ctx: Context<UsesListings>,
  input: ImportFileInput,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportFileReport> {
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1000;
  const totalBytes = await fileSize(input.file);
  const { map, mapFile, source, needsMap, isRejectsFile } = await readImportOptions(input);
  if (needsMap) throw new AppError("bad_request", "A CSV needs a column map: add --map MAP.json");
  if (isRejectsFile && input.replace) {
    throw new AppError("bad_request", "A rejects file is not the whole source: import it without --replace");
  }
  await refuseFedSource(ctx.db, source, "import");
  const origin = { source, ...(mapFile ? { map: mapFile } : {}) };
  const stream = createReadStream(input.file, { highWaterMark: 64 * 1024 });
  const rejects = new RejectsFile(`${input.file}.rejects.ndjson`);
  await rejects.clear();

  const state = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, photos: 0, removed: 0 };
  const report = (more: Partial<ImportProgress>) => {
    Object.assign(state, more);
    onProgress({ missing: null, ...state, bytes: stream.bytesRead, totalBytes, seconds: secondsSoFar() });
  };
  try {
    const { counts, ...outcome } = await importStream(
      ctx,
      { stream, map },
      {
        source,
        replace: input.replace && { ...input.replace, onRemoved: report },
        onRejects: (some) => rejects.write(some.map((reject) => rejectLine(reject, origin)).join("")),
        onBatch: report,
      },
    );
    return {
      source,
      ...counts,
      ...outcome,
      seconds: secondsSoFar(),
      rejectsFile: rejects.path,
      interrupted: ctx.signal.aborted,
    };
  } finally {
    stream.destroy();
    await rejects.close();
    if (state.removed > 0) await recordImport(ctx, source, state);
  }
}
