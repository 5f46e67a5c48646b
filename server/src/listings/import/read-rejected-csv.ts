import { parseCsv } from "../../platform/text-files/csv-rows.ts";
import { type ColumnMap, columnNames } from "./column-map.ts";
import type { FileFacts } from "./file-facts.ts";
import { jsonLines } from "./json-lines.ts";
import type { ImportItem } from "./listing-record.ts";
import { type CsvHeader, readFields } from "./read-csv.ts";
import { isRejectedRow, type RejectedRow } from "./rejected-row.ts";
import { rowMapper } from "./row-mapper.ts";

/** Listings from the rejects file of a CSV: its rows by column, or as text with the header line. */
export async function* readRejectedCsv(
  text: AsyncIterable<string>,
  map: ColumnMap,
  facts: FileFacts,
): AsyncGenerator<ImportItem[]> {
  facts.noteRejectedRow();
  const names = columnNames(map);
  const header: CsvHeader = { names, text: names.join(","), toRecord: rowMapper(map, names) };
  for await (const lines of jsonLines(text)) {
    yield lines.flatMap(({ line, text }) => (text.trim() === "" ? [] : [readLine(text, line, header)]));
  }
}

function readLine(text: string, line: number, header: CsvHeader): ImportItem {
  const rejected = parseRejected(text);
  if (!rejected) {
    const reasons = ["The line is not a row of a rejects file: it needs reasons and row"];
    return { line, reasons, sent: () => ({ row: text }) };
  }
  const { row, header: headerText } = rejected;
  const sent = () => ({ row, ...(headerText === undefined ? {} : { header: headerText }) });
  const cells = typeof row === "string" ? cellsOf(row, headerText ?? "") : row;
  if (typeof cells === "string") return { line, reasons: [cells], sent };
  if (typeof cells !== "object" || cells === null || Array.isArray(cells)) {
    return { line, reasons: ["row must hold the cells of the row by column"], sent };
  }
  const byColumn = cells as Record<string, unknown>;
  const fields = header.names.map((name) => String(byColumn[name] ?? ""));
  return Object.assign(readFields(fields, line, header), { sent });
}

/** The cells of a row that is text, or the reason why they cannot be read. */
function cellsOf(text: string, headerText: string): Record<string, string> | string {
  const [header, row, ...more] = parseCsv(`${headerText}\n${text}`);
  if (!header || !row || "reason" in header) return "row must be a CSV row, with the header line in header";
  if ("reason" in row) return row.reason;
  if (more.length > 0) return "row must be one row of a CSV";
  return Object.fromEntries(header.fields.map((name, at) => [name.trim(), row.fields[at] ?? ""]));
}

function parseRejected(text: string): RejectedRow | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && isRejectedRow(value) ? value : null;
  } catch {
    return null;
  }
}
