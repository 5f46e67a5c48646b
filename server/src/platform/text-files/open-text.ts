import { access, constants } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "../errors.ts";
import { findPath } from "../find-path.ts";

/** Replacement of bytes that are not UTF-8. Records with it are rejected one by one. */
export const NOT_UTF8 = "\uFFFD";

/** A place in a text: bytes before it, uncompressed, and the line it is in, from 1. */
export type TextPlace = { byte: number; line: number };

/** The text of a source as it is read, and where its bytes are not UTF-8. */
export type SourceText = AsyncIterable<string> & {
  /** The first bytes that are no UTF-8. Null while none were read. */
  readonly firstNotUtf8: TextPlace | null;
};

/**
 * The text of a source, plain or gzip, detected by its first bytes.
 *
 * @throws AppError 400 when the data is truncated, damaged, or in UTF-16; it names the place.
 */
export function openText(stream: Readable): SourceText {
  const place: TextPlace = { byte: 0, line: 1 };
  const source = { firstNotUtf8: null as TextPlace | null };
  const read = async function* () {
    const decoder = new TextDecoder("utf-8");
    const input = await inflated(stream);
    let isFirst = true;
    try {
      for await (const chunk of input.bytes) {
        const bytes = chunk as Buffer;
        if (isFirst) refuseUtf16(bytes);
        isFirst = false;
        const text = decoder.decode(bytes, { stream: true });
        source.firstNotUtf8 ??= placeOfReplacement(text, place);
        place.byte += bytes.length;
        place.line += countNewlines(bytes);
        if (text !== "") yield text;
      }
    } catch (error) {
      throw explain(error, input.compressedBytes(), place);
    }
    const rest = decoder.decode();
    source.firstNotUtf8 ??= placeOfReplacement(rest, place);
    if (rest !== "") yield rest;
  };
  return Object.assign(source, { [Symbol.asyncIterator]: read });
}

/** `start`: the place before `text`. Up to three bytes of its first character belong to the text before. */
function placeOfReplacement(text: string, start: TextPlace): TextPlace | null {
  const at = text.indexOf(NOT_UTF8);
  if (at === -1) return null;
  const before = Buffer.from(text.slice(0, at));
  return { byte: start.byte + before.length, line: start.line + countNewlines(before) };
}

export function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** The uncompressed bytes, and how many compressed ones were read so far. */
type Inflated = { bytes: AsyncIterable<unknown>; compressedBytes: () => number };

async function inflated(stream: Readable): Promise<Inflated> {
  const chunks = stream[Symbol.asyncIterator]();
  const start = await chunks.next();
  let read = 0;
  const compressedBytes = () => read;
  if (start.done) return { bytes: Readable.from([]), compressedBytes };
  const first = start.value as Buffer;
  const whole = (async function* () {
    for (let next: IteratorResult<unknown> = start; !next.done; next = await chunks.next()) {
      read += (next.value as Buffer).length;
      yield next.value as Buffer;
    }
  })();
  if (first[0] !== 0x1f || first[1] !== 0x8b) return { bytes: whole, compressedBytes };
  const gunzip = createGunzip();
  // The pipeline destroys the gunzip on an error, and its reader gets it.
  pipeline(whole, gunzip, () => {});
  return { bytes: gunzip, compressedBytes };
}

function refuseUtf16(bytes: Buffer): void {
  const mark = bytes.subarray(0, 2).toString("hex");
  // Without a byte order mark, every other byte of UTF-16 text is 0.
  if (mark !== "fffe" && mark !== "feff" && bytes[0] !== 0 && bytes[1] !== 0) return;
  throw new AppError(
    "bad_request",
    "The data is UTF-16; convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)",
  );
}

function explain(error: unknown, compressedBytes: number, place: TextPlace): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const what =
    code === "Z_BUF_ERROR"
      ? `The gzip data ends too early: the file is cut short after byte ${compressedBytes}`
      : `The gzip data is damaged before byte ${compressedBytes}`;
  if (!code.startsWith("Z_")) return error;
  return new AppError("bad_request", `${what} (${placeText(place)})`, { cause: error });
}

/** A place as an error names it. */
export function placeText({ byte, line }: TextPlace): string {
  return `byte ${byte} of its text, in line ${line}`;
}

/**
 * The size in bytes of a file that is to be imported.
 *
 * @throws AppError 400 when it is missing, cannot be read, or is not a file.
 */
export async function fileSize(path: string): Promise<number> {
  const found = await findPath(path);
  if (found === null) throw new AppError("bad_request", `There is no file ${path}`);
  if (typeof found === "string") throw cannotImport(path, found);
  if (found.isDirectory()) throw cannotImport(path, "it is a folder. Name one file in it");
  if (!found.isFile()) throw cannotImport(path, "it is not a regular file. Save the data to a file first");
  await access(path, constants.R_OK).catch(() => {
    throw cannotImport(path, "it cannot be read. Give this user the permission to read it");
  });
  return found.size;
}

function cannotImport(path: string, reason: string): AppError {
  return new AppError("bad_request", `Cannot import ${path}: ${reason}.`);
}
