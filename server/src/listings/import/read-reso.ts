import { NOT_UTF8 } from "../../platform/text-files/open-text.ts";
import { FileFacts } from "./file-facts.ts";
import { type JsonLine, jsonLines } from "./json-lines.ts";
import type { ImportItem } from "./listing-record.ts";
import { readEntry } from "./read-entry.ts";
import { readDocument } from "./read-json-document.ts";
import { isRejectedRow } from "./rejected-row.ts";

/**
 * RESO records from NDJSON (one object, one OData envelope, or one row of a rejects file, a line), from a JSON array or from an
 * OData envelope of any length. `line` is the line's number in NDJSON and the record's in the other two.
 *
 * @throws AppError 400 when it is none of these.
 */
export async function* readReso(
  text: AsyncIterable<string>,
  facts = new FileFacts(),
): AsyncGenerator<ImportItem[]> {
  const chunks = text[Symbol.asyncIterator]();
  let start = "";
  let damage: unknown = null;
  // Until the first line is complete, or longer than a record.
  while (start.length < 65_536 && !start.trimStart().includes("\n")) {
    const next = await chunks.next().catch((error: unknown) => {
      damage = error;
    });
    if (!next || next.done) break;
    start += next.value;
  }
  const whole = (async function* () {
    yield start;
    // Complete records before the damage are read first.
    if (damage !== null) throw damage;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  const path = documentPath(start);
  yield* path ? readDocument(path, whole, facts) : readLines(whole, facts);
}

/** Where the records are in a single JSON document; null when the text is lines of JSON. */
function documentPath(start: string): string | null {
  const text = start.trimStart();
  if (text.startsWith("[")) return "$.*";
  if (!text.startsWith("{")) return null;
  const [firstLine = ""] = text.split("\n", 1);
  if (parseJson(firstLine) !== undefined) return null;
  // An object of several lines, or longer than the start: an envelope.
  return /^\{\s*("@odata\.(context|count|nextLink)"|"value"\s*:|\s*$)/.test(text.slice(0, 200))
    ? "$.value.*"
    : null;
}

async function* readLines(text: AsyncIterable<string>, facts: FileFacts): AsyncGenerator<ImportItem[]> {
  for await (const lines of jsonLines(text)) yield lines.flatMap((line) => readLine(line, facts));
}

function readLine({ line, text }: JsonLine, facts: FileFacts): ImportItem[] {
  if (text.trim() === "") return [];
  const isUtf8 = !text.includes(NOT_UTF8);
  const value = parseJson(text);
  if (value === undefined) {
    const reason = isUtf8 ? "The line is not valid JSON" : "The line is not valid UTF-8";
    return [{ line, reasons: [reason], sent: () => ({ row: text }) }];
  }
  // An escape may stand for the replacement character, which is not in the text then.
  const mayHoldReplacement = !isUtf8 || text.includes("\\u");
  if (typeof value === "object" && value !== null) {
    if (isRejectedRow(value)) {
      facts.noteRejectedRow();
      return [readRejected(value.row, line)];
    }
    if ("value" in value && Array.isArray(value.value)) {
      facts.noteEnvelope(value);
      return value.value.map((entry) => readEntry(entry, { line, unit: "record", mayHoldReplacement }));
    }
  }
  return [readEntry(value, { line, unit: "line", mayHoldReplacement })];
}

/** A row of a rejects file: a record, or the text of a line that was no JSON. */
function readRejected(row: unknown, line: number): ImportItem {
  const value = typeof row === "string" ? parseJson(row) : row;
  if (value !== undefined) return readEntry(value, { line, unit: "line", mayHoldReplacement: true });
  return { line, reasons: ["The line is not valid JSON"], sent: () => ({ row }) };
}

/** Undefined when it is not valid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
