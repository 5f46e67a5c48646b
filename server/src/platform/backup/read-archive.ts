import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { StartError } from "../config/settings.ts";
import { ArchiveGuard, damaged, refused, requireManifest } from "./archive-guard.ts";
import { digestPart } from "./digest-part.ts";
import { MANIFEST_FILE, type Manifest, parseManifest } from "./manifest.ts";

/** The first bytes of a file that is compressed by Zstandard (RFC 8878). */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

type Read = {
  file: string;
  /** A folder for this archive alone. */
  to: string;
  signal: AbortSignal;
  onBytes: (bytes: number) => void;
};

/**
 * The manifest, which is the first file. Nothing is extracted.
 *
 * @throws StartError when the file is no backup.
 */
export async function readManifest({ file, signal }: Pick<Read, "file" | "signal">): Promise<Manifest> {
  await requireZstandard(file);
  const read = new AbortController();
  let content: Buffer | null = null;
  let failure: unknown = null;
  let isFirst = true;
  const parser = new Parser({
    strict: true,
    onReadEntry(entry) {
      // Of a small archive the entries behind the manifest come before it has been read.
      if (!isFirst) return void entry.resume();
      isFirst = false;
      try {
        requireManifest(entry);
      } catch (error) {
        failure = error;
        return read.abort();
      }
      entry.concat().then((bytes) => {
        content = bytes;
        read.abort();
      });
    },
  });
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), sinkOf(parser), {
      signal: AbortSignal.any([signal, read.signal]),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (content === null) throw failure ?? readError(error, file);
  }
  if (content === null) throw failure ?? damaged();
  return parseManifest((content as Buffer).toString());
}

/** @throws StartError by the first bytes: another copy of such a file is no backup either. */
async function requireZstandard(file: string): Promise<void> {
  const opened = await open(file).catch((error: unknown) => {
    throw readError(error, file);
  });
  try {
    const { bytesRead, buffer } = await opened.read(Buffer.alloc(ZSTD_MAGIC.length), 0);
    if (bytesRead === 0) throw new StartError("The file is no backup of Lintel: it is empty.");
    if (!buffer.equals(ZSTD_MAGIC))
      throw new StartError("The file is no backup of Lintel: it is not compressed by Zstandard.");
  } finally {
    await opened.close();
  }
}

/**
 * Extracts the parts that the manifest names, and compares their sizes and digests with it. Links, other kinds of entries, paths
 * outside of the parts and more bytes than the manifest states are refused when they are met.
 *
 * @throws StartError for a file that is damaged or was made to do harm.
 */
export async function extractParts(read: Read, manifest: Manifest): Promise<void> {
  const { to, signal, onBytes } = read;
  await extract(read, new ArchiveGuard(manifest));
  for (const part of manifest.parts) {
    const found = await digestPart(to, part.name, { signal, onBytes }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      },
    );
    if (found?.files !== part.files || found.bytes !== part.bytes || found.sha256 !== part.sha256)
      throw damaged(part.name);
  }
  await rm(join(to, MANIFEST_FILE));
}

/** Writes every entry that the guard accepts. When it fails, nothing is written any more. */
async function extract({ file, to, signal, onBytes }: Read, guard: ArchiveGuard): Promise<void> {
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  const writing: Promise<void>[] = [];
  let failure: unknown = null;
  const fail = (error: unknown) => {
    failure ??= error;
    stopped.abort();
  };
  const parser = new Parser({
    strict: true,
    onReadEntry(entry) {
      if (failure !== null) return void entry.resume();
      try {
        guard.accept(entry);
      } catch (error) {
        entry.resume();
        return fail(error);
      }
      const written = writeEntry(entry, join(to, entry.path), either);
      written.catch(fail);
      writing.push(written);
    },
  });
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      onBytes(chunk.length);
      if (bytes > guard.mostBytes) done(refused(file, "it has more than its manifest states"));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), counter, sinkOf(parser), {
      signal: either,
    });
    await Promise.all(writing);
  } catch (error) {
    fail(error);
    await Promise.allSettled(writing);
    signal.throwIfAborted();
    throw readError(failure, file);
  }
}

/** A name that comes twice is an error: the second would replace the first. */
async function writeEntry(entry: ReadEntry, path: string, signal: AbortSignal): Promise<void> {
  if (entry.type === "Directory") {
    entry.resume();
    await mkdir(path, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(entry), createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
}

/** Ends when the parser has read all: it is no stream of Node's. */
function sinkOf(parser: Parser): Writable {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      if (parser.write(chunk)) done();
      else parser.once("drain", done);
    },
    final(done) {
      parser.once("end", () => done());
      parser.end();
    },
  });
  parser.on("error", (error) => sink.destroy(error));
  return sink;
}

function readError(error: unknown, file: string): unknown {
  if (error instanceof StartError) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (["ENOSPC", "EDQUOT"].includes(code))
    return new StartError(
      "Cannot restore: the disk of DATA_DIR is full. Make room, then run lintel restore again.",
      { cause: error },
    );
  if (["EACCES", "EPERM", "ENOENT"].includes(code))
    return new StartError(`Cannot read ${file} (${code}).`, { cause: error });
  if (code === "EEXIST") return refused(file, "it has a name twice");
  if (/^(TAR_|Z_|ZSTD_|ERR_ZLIB|ERR_ZSTD)/.test(code) || /zstd|zlib|tar/i.test(message))
    return damaged(undefined, error);
  return error;
}
