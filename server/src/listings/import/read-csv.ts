import { AppError } from "../../platform/errors.ts";
import { type CsvRow, csvRows } from "../../platform/text-files/csv-rows.ts";
import { NOT_UTF8 } from "../../platform/text-files/open-text.ts";
import { type ColumnMap, rowMapper } from "./column-map.ts";
import type { ImportItem } from "./listing-record.ts";
import { normaliseReso } from "./normalise-reso.ts";

/**
 * Listings from a CSV with a header line, by a column map. A row that cannot be read is rejected and the next
 * one is tried.
 *
 * @throws AppError 400 without a header, or when the map does not fit it.
 */
export async function* readCsv(text: AsyncIterable<string>, map: ColumnMap): AsyncGenerator<ImportItem[]> {
  let header: Header | null = null;
  for await (const rows of csvRows(text)) {
    const [first] = rows;
    if (!first) continue;
    const body: CsvRow[] = header ? rows : rows.slice(1);
    header ??= readHeader(first, map);
    const { width, toRecord } = header;
    yield body.map((row) => readRow(row, width, toRecord));
  }
  if (!header) throw new AppError("bad_request", "The file has no header line");
}

type Header = { width: number; toRecord: ReturnType<typeof rowMapper> };

function readHeader(row: CsvRow, map: ColumnMap): Header {
  if ("reason" in row) throw new AppError("bad_request", `The header line cannot be read: ${row.reason}`);
  const names = row.fields.map((name) => name.trim());
  return { width: names.length, toRecord: rowMapper(map, names) };
}

function readRow(row: CsvRow, width: number, toRecord: Header["toRecord"]): ImportItem {
  const { line } = row;
  if ("reason" in row) return { line, reasons: [row.reason] };
  const { fields } = row;
  if (fields.length !== width) {
    return { line, reasons: [`The row has ${fields.length} columns, the header ${width}`] };
  }
  if (fields.some((value) => value.includes(NOT_UTF8)))
    return { line, reasons: ["The row is not valid UTF-8"] };
  return normaliseReso(toRecord(fields), line);
}
