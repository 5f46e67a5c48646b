import { parse } from "csv-parse/sync";

/** A CSV row, or the reason why it cannot be parsed. `line` is its first line. */
export type CsvRow = { line: number } & ({ fields: string[] } | { reason: string });

/** Most characters of a row, over all of its lines. */
const MAX_ROW_LENGTH = 1_048_576;

/**
 * Parses the rows of a CSV with csv-parse, and resumes after a row that it cannot parse. One stray quote must cost
 * one row: parsing on from inside a quote would swallow the good rows behind it.
 */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow[]> {
  const reader = new RowReader();
  for await (const chunk of text) yield reader.push(chunk);
  yield reader.end();
}

class RowReader {
  #pending = "";
  #line = 1;
  /** Number of fields of the header. */
  #width: number | null = null;
  /** Inside a line over the limit. */
  #skipping = false;

  push(chunk: string): CsvRow[] {
    this.#pending += this.#skip(chunk);
    const end = this.#pending.lastIndexOf("\n") + 1;
    if (end > 0) return this.#read(this.#pending.slice(0, end), this.#pending.slice(end), false);
    if (this.#pending.length <= MAX_ROW_LENGTH) return [];
    this.#skipping = true;
    this.#pending = "";
    return [{ line: this.#line, reason: "The row is longer than 1 MB" }];
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
    const records = parseRecords(lines);
    if (records?.length === countLines(lines)) {
      this.#pending = rest;
      return records.flatMap((fields) => this.#row(fields, 1));
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
      const [fields, second] = end === null ? [] : (parseRecords(lines.slice(index, end)) ?? []);
      const whole = fields && !second && (end === next || fields.length === (this.#width ?? fields.length));
      if (whole) {
        rows.push(...this.#row(fields, countLines(lines.slice(index, end as number))));
        index = end as number;
      } else {
        const reason = end === null ? "A quote is opened and never closed" : "The row's quotes are broken";
        rows.push({ line: this.#line++, reason });
        index = next;
      }
    }
    this.#pending = lines.slice(index) + rest;
    return rows;
  }

  #row(fields: string[], lines: number): CsvRow[] {
    const line = this.#line;
    this.#line += lines;
    if (fields.length === 1 && fields[0]?.trim() === "") return [];
    this.#width ??= fields.length;
    return [{ line, fields }];
  }
}

/** Null when the quotes are broken. */
function parseRecords(text: string): string[][] | null {
  try {
    return parse(text, { relax_column_count: true, record_delimiter: ["\r\n", "\n"] });
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
