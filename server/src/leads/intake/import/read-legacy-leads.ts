import { AppError } from "../../../platform/errors.ts";
import { type CsvRow, csvRows } from "../../../platform/text-files/csv-rows.ts";
import { NOT_UTF8 } from "../../../platform/text-files/open-text.ts";
import { fileColumns, type LegacyColumn, type LegacyLead, parseLegacyLead } from "./legacy-lead.ts";

/** A row of the file. `fields` are its cells in header order; null when the row cannot be split into cells. */
export type LegacyItem = { line: number; fields: string[] | null } & (
  | { lead: LegacyLead }
  | { reasons: string[] }
);

/** The leading columns of a rejects file. Ignored on import, so that a corrected rejects file can be imported. */
export const rejectColumns = ["line", "reasons"];

/** The column of each cell; null for columns of a rejects file. */
type Header = (LegacyColumn | null)[];

/**
 * Reads leads from a CSV with a header line. `onHeader` gets the header before the first lead.
 *
 * @throws AppError 400 without a header, or with unknown, missing or duplicate columns.
 */
export async function* readLegacyLeads(
  text: AsyncIterable<string>,
  now: Date,
  onHeader: (names: string[]) => void,
): AsyncGenerator<LegacyItem[]> {
  let header: Header | null = null;
  for await (const rows of csvRows(text)) {
    const [first] = rows;
    if (!first) continue;
    const body: CsvRow[] = header ? rows : rows.slice(1);
    if (!header) {
      if ("reason" in first) throw invalidFile(`The header line cannot be read: ${first.reason}`);
      header = readHeader(first.fields);
      onHeader(withoutRejectColumns(first.fields, header));
    }
    const columns = header;
    yield body.map((row) => readRow(row, columns, now));
  }
  if (!header) throw invalidFile("The file has no header line");
}

/** Refuses unknown columns: a misspelt one would silently be missing in thousands of leads. */
function readHeader(fields: string[]): Header {
  const names = fields.map((field) =>
    field
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_"),
  );
  const unknown = names.filter((name) => !isKnown(name) && !rejectColumns.includes(name));
  if (unknown.length > 0) {
    throw invalidFile(
      `The file has columns that are not known: ${unknown.map((name) => name || "(one without a name)").join(", ")}. ` +
        `Rename or remove them; known are ${fileColumns.join(", ")}`,
    );
  }
  const duplicates = names.filter((name, at) => names.indexOf(name) !== at);
  if (duplicates.length > 0) throw invalidFile(`The file has two columns ${duplicates[0]}`);
  if (!names.includes("email") || !(names.includes("first_name") || names.includes("last_name"))) {
    throw invalidFile(
      `The file needs a column email and one of first_name and last_name. It has ${names.join(", ")}`,
    );
  }
  return names.map((name) => (isKnown(name) ? name : null));
}

function isKnown(name: string): name is LegacyColumn {
  return (fileColumns as string[]).includes(name);
}

function readRow(row: CsvRow, header: Header, now: Date): LegacyItem {
  const { line } = row;
  if ("reason" in row) return { line, fields: null, reasons: [row.reason] };
  const { fields } = row;
  if (fields.some((value) => value.includes(NOT_UTF8))) {
    return { line, fields: withoutRejectColumns(fields, header), reasons: ["The row is not valid UTF-8"] };
  }
  const values = header.flatMap((name, at) => (name ? [[name, fields[at] as string]] : []));
  return {
    line,
    fields: withoutRejectColumns(fields, header),
    ...parseLegacyLead(Object.fromEntries(values), now),
  };
}

function withoutRejectColumns(cells: string[], header: Header): string[] {
  return cells.filter((_cell, at) => header[at] !== null);
}

function invalidFile(text: string): AppError {
  return new AppError("bad_request", text);
}
