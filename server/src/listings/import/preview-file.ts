import { createReadStream } from "node:fs";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { AppError } from "../../platform/errors.ts";
import { fileSize, openText, type TextPlace } from "../../platform/text-files/open-text.ts";
import { untilError } from "../../platform/text-files/rejects-file.ts";
import type { ColumnMap } from "./column-map.ts";
import type { RawRecord } from "./field-reader.ts";
import { FileFacts, type Incomplete } from "./file-facts.ts";
import { type ImportOptionsInput, readImportOptions } from "./import-options.ts";
import type { ImportItem, ListingRecord } from "./listing-record.ts";
import { describeColumns, type PreviewColumn } from "./preview-columns.ts";
import { readerFor } from "./reader-for.ts";

const LISTINGS_SHOWN = 5;
const ROWS_FOR_COLUMNS = 100;
const REASONS_SHOWN = 10;
/** Reasons that are kept apart: some have a value of the row in them. */
const MAX_REASONS = 10_000;

export type PreviewProgress = { read: number; bytes: number; totalBytes: number; seconds: number };

/** What an import of a file would store. */
export type ImportPreview = {
  source: string;
  columns: PreviewColumn[];
  constants: Record<string, unknown>;
  /** The first ones. */
  listings: ListingRecord[];
  read: number;
  valid: number;
  /** Of the valid rows, removals of a listing. */
  removals: number;
  rejected: number;
  photos: number;
  /** Of rejected rows, the most frequent first; `line` is that of the first one. */
  reasons: { reason: string; rows: number; line: number }[];
  /** It is a CSV, and there is no map. */
  needsMap: boolean;
  /** Why the file cannot be read to its end. */
  damage: string | null;
  firstNotUtf8: TextPlace | null;
  incomplete: Incomplete | null;
  seconds: number;
  interrupted: boolean;
};

const EMPTY_MAP: ColumnMap = { source: undefined, fields: [], constants: {} };

/**
 * `lintel import --dry-run`: reads and checks all rows of a file, and stores nothing. It needs no database.
 *
 * @throws AppError 400 when the file cannot be opened, or the map does not fit.
 */
export async function previewFile(
  input: ImportOptionsInput,
  signal: AbortSignal,
  onProgress: (progress: PreviewProgress) => void,
): Promise<ImportPreview> {
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1000;
  const totalBytes = await fileSize(input.file);
  const { map: givenMap, source, needsMap } = await readImportOptions(input);
  const map = needsMap ? EMPTY_MAP : givenMap;
  const stream = createReadStream(input.file, { highWaterMark: 64 * 1024 });
  const text = openText(stream);
  const facts = new FileFacts();
  const rows = new PreviewedRows();
  let damage: unknown = null;
  const readable = untilError(readerFor(text, map, facts), (error) => {
    damage = error;
  });
  try {
    for await (const items of readable) {
      for (const item of items) rows.add(item);
      onProgress({ read: rows.read, bytes: stream.bytesRead, totalBytes, seconds: secondsSoFar() });
      if (signal.aborted) break;
      await yieldToOthers();
    }
  } finally {
    stream.destroy();
  }
  // A file of which nothing was read has no preview.
  if (damage !== null && (rows.read === 0 || !(damage instanceof AppError))) throw damage;
  return {
    source,
    columns: describeColumns(rows.sent, map),
    constants: map?.constants ?? {},
    ...rows.summary(),
    needsMap,
    damage: damage === null ? null : (damage as AppError).message,
    firstNotUtf8: text.firstNotUtf8,
    incomplete: facts.incomplete(rows.read),
    seconds: secondsSoFar(),
    interrupted: signal.aborted,
  };
}

class PreviewedRows {
  read = 0;
  /** The first rows, as they were sent. */
  readonly sent: RawRecord[] = [];
  readonly #listings: ListingRecord[] = [];
  readonly #reasons = new Map<string, { reason: string; rows: number; line: number }>();
  #removals = 0;
  #rejected = 0;
  #photos = 0;

  add(item: ImportItem): void {
    this.read++;
    if (this.read <= ROWS_FOR_COLUMNS) {
      const row = item.sent?.().row;
      if (typeof row === "object" && row !== null && !Array.isArray(row)) this.sent.push(row as RawRecord);
    }
    if ("reasons" in item) this.#reject(item.line, item.reasons);
    else if ("removal" in item) this.#removals++;
    else {
      this.#photos += item.record.photos.length;
      if (this.#listings.length < LISTINGS_SHOWN) this.#listings.push(item.record);
    }
  }

  #reject(line: number, reasons: string[]): void {
    this.#rejected++;
    for (const reason of reasons) {
      const known = this.#reasons.get(reason);
      if (known) known.rows++;
      else if (this.#reasons.size < MAX_REASONS) this.#reasons.set(reason, { reason, rows: 1, line });
    }
  }

  summary() {
    const reasons = [...this.#reasons.values()].toSorted((a, b) => b.rows - a.rows || a.line - b.line);
    return {
      listings: this.#listings,
      read: this.read,
      valid: this.read - this.#rejected,
      removals: this.#removals,
      rejected: this.#rejected,
      photos: this.#photos,
      reasons: reasons.slice(0, REASONS_SHOWN),
    };
  }
}
