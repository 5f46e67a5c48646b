import { JSONParser, TokenType } from "@streamparser/json";
import { AppError } from "../../platform/errors.ts";
import { countNewlines, placeText, type TextPlace } from "../../platform/text-files/open-text.ts";
import type { FileFacts } from "./file-facts.ts";
import { MAX_LINE_LENGTH } from "./json-lines.ts";
import type { ImportItem } from "./listing-record.ts";
import { readEntry } from "./read-entry.ts";

/**
 * The records of a JSON document of any length, which `path` names: those of an array or of an OData envelope. The `line` of
 * an item is the number of its record.
 *
 * @throws AppError 400 when the document is broken or ends too early; it names the place.
 */
export async function* readDocument(
  path: string,
  text: AsyncIterable<string>,
  facts: FileFacts,
): AsyncGenerator<ImportItem[]> {
  const parser = new JSONParser({ paths: [path], keepStack: false });
  let items: ImportItem[] = [];
  let count = 0;
  let damage: Error | null = null;
  /** Characters since the last record. */
  let length = 0;
  /** Bytes of the last token before the damage. */
  let offset = 0;
  const end: TextPlace = { byte: 0, line: 1 };
  parser.onValue = ({ value }) => {
    items.push(readEntry(value, { line: ++count, unit: "record", mayHoldReplacement: true }));
  };
  parser.onError = (error) => {
    // Each further token is an error too.
    damage ??= error;
  };
  const envelope = new EnvelopeFields(facts);
  parser.onToken = (token) => {
    if (damage !== null) return;
    offset = token.offset;
    envelope.note(token.token, token.value);
  };

  for await (const chunk of text) {
    const before = count;
    parser.write(chunk);
    length = count > before ? 0 : length + chunk.length;
    if (length > MAX_LINE_LENGTH)
      throw new AppError("bad_request", `Record ${count + 1} is longer than 8 MB`);
    yield items;
    items = [];
    if (damage !== null) {
      const place = placeOf(offsetOf(damage) ?? offset, end, Buffer.from(chunk));
      throw broken(`The JSON is broken after record ${count}, at ${placeText(place)}`, damage);
    }
    advance(end, Buffer.from(chunk));
  }
  if (!parser.isEnded) throw broken(`The JSON ends too early, after record ${count}, at ${placeText(end)}`);
}

function broken(text: string, cause?: Error): AppError {
  return new AppError("bad_request", text, { cause });
}

function advance(place: TextPlace, bytes: Buffer): void {
  place.byte += bytes.length;
  place.line += countNewlines(bytes);
}

/** The place of a byte of the text, in the chunk that begins at `start`. */
function placeOf(byte: number, start: TextPlace, chunk: Buffer): TextPlace {
  return { byte, line: start.line + countNewlines(chunk.subarray(0, Math.max(0, byte - start.byte))) };
}

/** The tokenizer's own errors name their position in the text. */
function offsetOf(error: Error): number | null {
  const [, position] = /absolute position "(\d+)"/.exec(error.message) ?? [];
  return position === undefined ? null : Number(position);
}

/** Reads the fields of the envelope itself from the tokens of a document. */
class EnvelopeFields {
  readonly #facts: FileFacts;
  #depth = 0;
  #key: unknown = null;
  #isValue = false;

  constructor(facts: FileFacts) {
    this.#facts = facts;
  }

  note(token: TokenType, value: unknown): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth--;
    if (this.#depth !== 1) return;
    if (token === TokenType.COLON) this.#isValue = true;
    else if (token === TokenType.COMMA) this.#isValue = false;
    else if (this.#isValue) this.#facts.note(this.#key, value);
    else this.#key = value;
  }
}
