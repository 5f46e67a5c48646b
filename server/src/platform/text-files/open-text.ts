import { access, constants, stat } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "../errors.ts";

/** Replacement of bytes that are not UTF-8. Records with it are rejected one by one. */
export const NOT_UTF8 = "\uFFFD";

/**
 * The text of a source, plain or gzip, detected by its first bytes.
 *
 * @throws AppError 400 when the data is truncated, damaged, or in UTF-16.
 */
export async function* openText(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  let first = true;
  try {
    for await (const bytes of await inflated(stream)) {
      if (first) refuseUtf16(bytes as Buffer);
      first = false;
      const text = decoder.decode(bytes as Buffer, { stream: true });
      if (text !== "") yield text;
    }
  } catch (error) {
    throw explain(error);
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

async function inflated(stream: Readable): Promise<AsyncIterable<unknown>> {
  const chunks = stream[Symbol.asyncIterator]();
  const start = await chunks.next();
  if (start.done) return [] as never;
  const first = start.value as Buffer;
  const whole = (async function* () {
    yield first;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value as Buffer;
  })();
  if (first[0] !== 0x1f || first[1] !== 0x8b) return whole;
  const gunzip = createGunzip();
  // The pipeline destroys the gunzip on an error, and its reader gets it.
  pipeline(whole, gunzip, () => {});
  return gunzip;
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

function explain(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "Z_BUF_ERROR") {
    return new AppError("bad_request", "The gzip data ends too early: the file is cut short", {
      cause: error,
    });
  }
  if (code.startsWith("Z_")) return new AppError("bad_request", "The gzip data is damaged", { cause: error });
  return error;
}

/**
 * The size in bytes of a file that is to be imported.
 *
 * @throws AppError 400 when it is missing, cannot be read, or is not a file.
 */
export async function fileSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new AppError("bad_request", `There is no file ${path}`);
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
