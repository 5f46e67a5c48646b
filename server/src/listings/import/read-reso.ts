import { JSONParser } from "@streamparser/json";
import { AppError } from "../../platform/errors.ts";
import { NOT_UTF8 } from "../../platform/text-files/open-text.ts";
import type { RawRecord } from "./field-reader.ts";
import type { ImportItem } from "./listing-record.ts";
import { normaliseReso } from "./normalise-reso.ts";

const MAX_LINE_LENGTH = 8 * 1_048_576;

/**
 * RESO records from NDJSON (one object, or one OData envelope, a line), from a JSON array or from an OData
 * envelope of any length. `line` is the line's number in NDJSON and the record's in the other two.
 *
 * @throws AppError 400 when it is none of these.
 */
export async function* readReso(text: AsyncIterable<string>): AsyncGenerator<ImportItem[]> {
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
  // Complete records before the damage are read first.
  const rest = (async function* () {
    if (damage !== null) throw damage;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  const path = documentPath(start);
  yield* path ? readDocument(path, start, rest) : readLines(start, rest);
}

/** Where the records are in a single JSON document; null when the text is lines of JSON. */
function documentPath(start: string): string | null {
  const text = start.trimStart();
  if (text.startsWith("[")) return "$.*";
  if (!text.startsWith("{")) return null;
  const [firstLine = ""] = text.split("\n", 1);
  if (isJson(firstLine)) return null;
  // An object of several lines, or longer than the start: an envelope.
  return /^\{\s*("@odata\.(context|count|nextLink)"|"value"\s*:|\s*$)/.test(text.slice(0, 200))
    ? "$.value.*"
    : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function* readLines(start: string, rest: AsyncIterable<string>): AsyncGenerator<ImportItem[]> {
  let line = 0;
  let pending = "";
  const split = function* (text: string): Generator<ImportItem> {
    const lines = (pending + text).split("\n");
    pending = lines.pop() as string;
    for (const each of lines) yield* parseLine(each, ++line);
  };
  yield [...split(start)];
  for await (const text of rest) {
    yield [...split(text)];
    if (pending.length > MAX_LINE_LENGTH) {
      throw new AppError("bad_request", `Line ${line + 1} is longer than 8 MB: send one JSON object a line`);
    }
  }
  yield [...parseLine(pending, ++line)];
}

function* parseLine(text: string, line: number): Generator<ImportItem> {
  if (text.trim() === "") return;
  if (text.includes(NOT_UTF8)) return yield { line, reasons: ["The line is not valid UTF-8"] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return yield { line, reasons: ["The line is not valid JSON"] };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return yield { line, reasons: ["The line is not a JSON object"] };
  }
  const page = (value as { value?: unknown }).value;
  // An escape may stand for the replacement character, which is not in the text then.
  const hasEscapes = text.includes("\\u");
  for (const record of Array.isArray(page) ? page : [value]) yield normaliseEntry(record, line, hasEscapes);
}

async function* readDocument(
  path: string,
  start: string,
  rest: AsyncIterable<string>,
): AsyncGenerator<ImportItem[]> {
  const parser = new JSONParser({ paths: [path], keepStack: false });
  let items: ImportItem[] = [];
  let count = 0;
  let damage: Error | null = null;
  /** Characters since the last record. */
  let length = 0;
  parser.onValue = ({ value }) => {
    items.push(normaliseEntry(value, ++count, true));
  };
  parser.onError = (error) => {
    damage = error;
  };
  const feed = function* (text: string): Generator<ImportItem[]> {
    const before = count;
    if (damage === null) parser.write(text);
    length = count > before ? 0 : length + text.length;
    if (length > MAX_LINE_LENGTH) {
      throw new AppError("bad_request", `Record ${count + 1} is longer than 8 MB`);
    }
    yield items;
    items = [];
    if (damage !== null) {
      throw new AppError("bad_request", `The JSON is broken after record ${count}`, { cause: damage });
    }
  };
  yield* feed(start);
  for await (const text of rest) yield* feed(text);
  if (!parser.isEnded) throw new AppError("bad_request", `The JSON ends too early, after record ${count}`);
}

/** `mayHoldReplacement`: the text of the record was not searched for the replacement character. */
function normaliseEntry(value: unknown, line: number, mayHoldReplacement: boolean): ImportItem {
  try {
    return readEntry(value, line, mayHoldReplacement);
  } catch (error) {
    // Nested a hundred thousand deep, for example.
    return {
      line,
      reasons: [`The record cannot be read: ${error instanceof Error ? error.message : error}`],
    };
  }
}

function readEntry(value: unknown, line: number, mayHoldReplacement: boolean): ImportItem {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { line, reasons: ["The record is not a JSON object"] };
  }
  if (mayHoldReplacement && holdsReplacement(value)) {
    return { line, reasons: ["The record is not valid UTF-8"] };
  }
  return normaliseReso(value as RawRecord, line);
}

function holdsReplacement(value: unknown): boolean {
  if (typeof value === "string") return value.includes(NOT_UTF8);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsReplacement);
}
