import { parse } from "csv-parse/sync";

/**
 * A CSV row with as many fields as the header, or the reason why it cannot be read, with its text (null: too long). `line` is its
 * first line. The first row is the header; `headerText` is its text.
 */
export type CsvRow = { line: number } & (
  | { fields: string[]; headerText?: string }
  | { reason: string; text: string | null }
);

/** Most characters of a row, over all of its lines. */
const MAX_ROW_LENGTH = 1_048_576;

/** What may separate the columns of a CSV. The header line decides. */
const DELIMITERS = [",", ";", "\t", "|"] as const;

/**
 * Parses the rows of a CSV with csv-parse, and resumes after a row that it cannot parse. One stray quote must cost
 * one row: parsing on from inside a quote would swallow the good rows behind it.
 */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow[]> {
  const reader = new RowReader();
  for await (const chunk of text) yield reader.push(chunk);
  yield reader.end();
}

/** As `csvRows`, of a short text. */
export function parseCsv(text: string): CsvRow[] {
  const reader = new RowReader();
  return [...reader.push(text), ...reader.end()];
}

class RowReader {
  #pending = "";
  #line = 1;
  /** Number of fields of the header. */
  #width: number | null = null;
  #delimiter: string | null = null;
  /** Inside a line over the limit. */
  #skipping = false;

  push(chunk: string): CsvRow[] {
    this.#pending += this.#skip(chunk);
    const end = this.#pending.lastIndexOf("\n") + 1;
    if (end > 0) return this.#read(this.#pending.slice(0, end), this.#pending.slice(end), false);
    if (this.#pending.length <= MAX_ROW_LENGTH) return [];
    this.#skipping = true;
    this.#pending = "";
    return [{ line: this.#line, reason: "The row is longer than 1 MB", text: null }];
  }

  end(): CsvRow[] {
    return this.#read(this.#pending, "", true);
  }

  #skip(chunk: string): string {
    if (!this.#skipping) return chunk;
    const end = chunk.indexOf("\n");
    if (end === -1) return "";
    this.#skipping = false;
    this.#line++;
    return chunk.slice(end + 1);
  }

  /** `lines` are complete; `rest` is the beginning of the next one. */
  #read(lines: string, rest: string, isEnd: boolean): CsvRow[] {
    this.#delimiter ??= delimiterOf(lines);
    const records = parseRecords(lines, this.#delimiter);
    if (records?.length === countLines(lines)) {
      this.#pending = rest;
      const lineAt = lineReader(lines);
      return records.flatMap((fields, at) => this.#row(fields, 1, () => lineAt(at)));
    }
    return this.#readOneByOne(lines, rest, isEnd);
  }

  /** For lines with a row over several of them, or with a broken one. */
  #readOneByOne(lines: string, rest: string, isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let index = 0;
    while (index < lines.length) {
      const next = endOfLine(lines, index);
      const end = endOfQuotes(lines, index);
      if (end === null && !isEnd && lines.length - index <= MAX_ROW_LENGTH) break;
      const text = lines.slice(index, end ?? next);
      const [fields, second] = end === null ? [] : (parseRecords(text, this.#delimiter) ?? []);
      const whole = fields && !second && (end === next || fields.length === (this.#width ?? fields.length));
      if (whole) {
        rows.push(...this.#row(fields, countLines(text), () => text));
        index = end as number;
      } else {
        const reason = end === null ? "A quote is opened and never closed" : "The row's quotes are broken";
        const line = withoutEnd(lines.slice(index, next));
        rows.push({ line: this.#line++, reason, text: line.length > MAX_ROW_LENGTH ? null : line });
        index = next;
      }
    }
    this.#pending = lines.slice(index) + rest;
    return rows;
  }

  #row(fields: string[], lines: number, text: () => string): CsvRow[] {
    const line = this.#line;
    this.#line += lines;
    if (fields.length === 1 && fields[0]?.trim() === "") return [];
    if (this.#width === null) {
      this.#width = fields.length;
      return [{ line, fields, headerText: withoutEnd(text()) }];
    }
    if (fields.length === this.#width) return [{ line, fields }];
    const reason = `The row has ${fields.length} columns, the header ${this.#width}`;
    return [{ line, reason, text: withoutEnd(text()) }];
  }
}

/** The one that is most often in the first line, outside of quotes. Null for blank lines. */
function delimiterOf(lines: string): string | null {
  const first = lines.split("\n").find((line) => line.trim() !== "");
  if (first === undefined) return null;
  const bare = first.replaceAll(/"[^"]*"/g, "");
  const count = (delimiter: string) => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** The text of a line of several, by its number from 0. */
function lineReader(lines: string): (at: number) => string {
  let split: string[] | null = null;
  return (at) => {
    split ??= lines.split("\n");
    return split[at] ?? "";
  };
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$|\r$/, "");
}

/** Null when the quotes are broken. */
function parseRecords(text: string, delimiter: string | null): string[][] | null {
  try {
    return parse(text, {
      relax_column_count: true,
      record_delimiter: ["\r\n", "\n"],
      delimiter: delimiter ?? ",",
    });
  } catch {
    return null;
  }
}

function countLines(text: string): number {
  let lines = text.endsWith("\n") || text === "" ? 0 : 1;
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) lines++;
  return lines;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end + 1;
}

/** The end of the first line from `from` at which all quotes are closed; null when none is. */
function endOfQuotes(text: string, from: number): number | null {
  let open = false;
  let at = from;
  while (at < text.length && at - from <= MAX_ROW_LENGTH) {
    const end = endOfLine(text, at);
    for (
      let quote = text.indexOf('"', at);
      quote !== -1 && quote < end;
      quote = text.indexOf('"', quote + 1)
    ) {
      open = !open;
    }
    if (!open) return end;
    at = end;
  }
  return null;
}
