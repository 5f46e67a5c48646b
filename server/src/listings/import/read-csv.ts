import { AppError } from "../../platform/errors.ts";
import { type CsvRow, csvRows } from "../../platform/text-files/csv-rows.ts";
import { NOT_UTF8 } from "../../platform/text-files/open-text.ts";
import type { ColumnMap } from "./column-map.ts";
import { type ImportItem, keyOf, type SentRow } from "./listing-record.ts";
import { normaliseReso } from "./normalise-reso.ts";
import { type RowMapper, rowMapper } from "./row-mapper.ts";

/**
 * Listings from a CSV with a header line, by a column map. A row that cannot be read is rejected and the next
 * one is tried.
 *
 * @throws AppError 400 without a header, or when the map does not fit it.
 */
export async function* readCsv(text: AsyncIterable<string>, map: ColumnMap): AsyncGenerator<ImportItem[]> {
  let header: CsvHeader | null = null;
  for await (const rows of csvRows(text)) {
    const [first] = rows;
    if (!first) continue;
    const body: CsvRow[] = header ? rows : rows.slice(1);
    header ??= readHeader(first, map);
    const known = header;
    yield body.map((row) => readRow(row, known));
  }
  if (!header) throw new AppError("bad_request", "The file has no header line");
}

/** The columns of a CSV. `text` is the header line. */
export type CsvHeader = { names: string[]; text: string; toRecord: RowMapper };

function readHeader(row: CsvRow, map: ColumnMap): CsvHeader {
  if ("reason" in row) throw new AppError("bad_request", `The header line cannot be read: ${row.reason}`);
  const names = row.fields.map((name) => name.trim());
  return { names, text: row.headerText ?? names.join(","), toRecord: rowMapper(map, names) };
}

function readRow(row: CsvRow, header: CsvHeader): ImportItem {
  const { line } = row;
  if ("reason" in row) {
    return { line, reasons: [row.reason], sent: () => ({ row: row.text, header: header.text }) };
  }
  const item = readFields(row.fields, line, header);
  item.sent = () => asSent(row.fields, header);
  return item;
}

/** The listing of a row's fields, in the order of the header. */
export function readFields(fields: string[], line: number, { toRecord }: CsvHeader): ImportItem {
  const { record, reasons } = toRecord(fields);
  const item = normaliseReso(record, line);
  if (fields.some((value) => value.includes(NOT_UTF8))) {
    return { line, reasons: ["The row is not valid UTF-8"], ...keyIfUtf8(item) };
  }
  if (reasons.length === 0) return item;
  return { line, reasons: "reasons" in item ? [...reasons, ...item.reasons] : reasons, ...keyIfUtf8(item) };
}

function keyIfUtf8(item: ImportItem): { key?: string } {
  const key = keyOf(item);
  return key === undefined || key.includes(NOT_UTF8) ? {} : { key };
}

/** By column, or as text where two columns have one name. */
function asSent(fields: string[], { names }: CsvHeader): SentRow {
  if (new Set(names).size < names.length) return { row: csvLine(fields), header: csvLine(names) };
  return { row: Object.fromEntries(names.map((name, at) => [name, fields[at]])) };
}

function csvLine(fields: string[]): string {
  return fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",");
}
