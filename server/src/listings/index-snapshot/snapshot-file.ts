import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { endianness } from "node:os";
import { basename, dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import type { RuleStamps } from "../rules/source-states.ts";
import type { IndexOutline, IndexPart } from "../search-index/index-part.ts";
import { bytesOfPart, partOfBytes } from "./part-bytes.ts";

const MAGIC = Buffer.from("lintel listings 2\n");
/** Of a block: the length of its content and its checksum. */
const FRONT_BYTES = 8;
/** At the end of the file: where the last block begins. */
const END_BYTES = 8;
/** A draft of a process that was killed while it wrote. */
const ABANDONED_AFTER_MS = 3_600_000;

export type SnapshotHeader = {
  /** Of the code that wrote it. */
  code: string;
  /** Known to the database that the listings are from. */
  token: string;
  /** Every change up to this revision is included; later ones may be. */
  revision: number;
  /** See ReaderPosition. */
  comparedThrough: number;
  /** The rules by which the listings were taken in. */
  rules: RuleStamps;
};

/** Stored last: words and pages are added while the parts are made. */
type Contents = { listings: number; outline: IndexOutline };

/** The file is damaged, or is no snapshot that this process can read. */
export class UnusableSnapshot extends Error {}

export type NewSnapshot = {
  header: SnapshotHeader;
  parts: Iterable<IndexPart>;
  /** Called after the last part. */
  outline: () => IndexOutline;
  /** When all is on the disk, before the file has its name. */
  beforeRename: () => Promise<void>;
  signal: AbortSignal;
};

/**
 * Writes a snapshot: a line with the format, then blocks, each with its length and checksum: the header, the parts, the contents. One
 * part at a time is in memory. The file gets its name when all of it is on the disk, so that there is a whole file or the one before.
 */
export async function writeSnapshot(path: string, snapshot: NewSnapshot): Promise<void> {
  const { header, parts, outline, beforeRename, signal } = snapshot;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, "w", 0o600);
  try {
    await removeAbandoned(path, (await file.stat()).mtimeMs);
    await file.appendFile(MAGIC);
    let position =
      MAGIC.length + (await appendBlock(file, serialize({ ...header, byteOrder: endianness() })));
    let listings = 0;
    for (const part of parts) {
      signal.throwIfAborted();
      listings += part.columns.id.length;
      position += await appendBlock(file, bytesOfPart(part));
    }
    await appendBlock(file, serialize({ listings, outline: outline() } satisfies Contents));
    const end = Buffer.alloc(END_BYTES);
    end.writeDoubleLE(position);
    await file.appendFile(end);
    await file.sync();
    await beforeRename();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** An open snapshot. Every block is checked when it is read; an UnusableSnapshot is thrown for one that is damaged. */
export class SnapshotReader {
  readonly #file: FileHandle;
  readonly #size: number;
  readonly #firstPart: number;
  readonly header: SnapshotHeader;

  private constructor(file: FileHandle, size: number, header: SnapshotHeader, firstPart: number) {
    this.#file = file;
    this.#size = size;
    this.header = header;
    this.#firstPart = firstPart;
  }

  /** @throws UnusableSnapshot, or the error of the file system when there is no file. */
  static async open(path: string): Promise<SnapshotReader> {
    const file = await open(path, "r");
    try {
      const { size } = await file.stat();
      const magic = await read(file, 0, MAGIC.length);
      if (!magic.equals(MAGIC)) throw new UnusableSnapshot("it has another format");
      const { content, end } = await readBlock(file, MAGIC.length, size);
      const { byteOrder, ...header } = deserialize(content) as SnapshotHeader & { byteOrder: string };
      if (byteOrder !== endianness()) throw new UnusableSnapshot("it is of another kind of machine");
      return new SnapshotReader(file, size, header, end);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async contents(): Promise<Contents> {
    const { content, end } = await readBlock(this.#file, await this.#contentsStart(), this.#size);
    if (end + END_BYTES !== this.#size) throw new UnusableSnapshot("it is not whole");
    return deserialize(content) as Contents;
  }

  /** Each is valid until the next one is read. */
  async *parts(): AsyncGenerator<IndexPart> {
    const partsEnd = await this.#contentsStart();
    let memory = new ArrayBuffer(0);
    for (let position = this.#firstPart; position < partsEnd; ) {
      const { content, end } = await readBlock(this.#file, position, partsEnd, memory);
      const part = partOfBytes(content);
      if (part === null) throw new UnusableSnapshot("it is damaged");
      yield part;
      memory = content.buffer;
      position = end;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #contentsStart(): Promise<number> {
    const end = await read(this.#file, this.#size - END_BYTES, END_BYTES);
    const position = end.readDoubleLE();
    const isInside = Number.isInteger(position) && position >= this.#firstPart && position < this.#size;
    if (!isInside) throw new UnusableSnapshot("it is not whole");
    return position;
  }
}

/** @returns the bytes that were written. */
async function appendBlock(file: FileHandle, content: Buffer): Promise<number> {
  const front = Buffer.alloc(FRONT_BYTES);
  front.writeUInt32LE(content.length, 0);
  front.writeUInt32LE(crc32(content), 4);
  await file.appendFile(front);
  await file.appendFile(content);
  return FRONT_BYTES + content.length;
}

/**
 * The block at `position`, which must end before `limit`.
 *
 * @param memory where its content is put, unless it is too small.
 */
async function readBlock(
  file: FileHandle,
  position: number,
  limit: number,
  memory?: ArrayBuffer,
): Promise<{ content: Buffer<ArrayBuffer>; end: number }> {
  const front = await read(file, position, FRONT_BYTES);
  const length = front.readUInt32LE(0);
  const end = position + FRONT_BYTES + length;
  if (end > limit) throw new UnusableSnapshot("it is not whole");
  const content = await read(file, position + FRONT_BYTES, length, memory);
  if (crc32(content) !== front.readUInt32LE(4)) throw new UnusableSnapshot("it is damaged");
  return { content, end };
}

async function read(
  file: FileHandle,
  position: number,
  length: number,
  memory = new ArrayBuffer(0),
): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.from(memory.byteLength < length ? new ArrayBuffer(length) : memory, 0, length);
  if (position < 0) throw new UnusableSnapshot("it is not whole");
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length) throw new UnusableSnapshot("it is not whole");
  return bytes;
}

/** @param nowMs as the file system has it. */
async function removeAbandoned(path: string, nowMs: number): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".draft")) continue;
    const draft = join(folder, name);
    const age = await stat(draft).then(
      ({ mtimeMs }) => nowMs - mtimeMs,
      () => 0,
    );
    if (age > ABANDONED_AFTER_MS) await rm(draft, { force: true });
  }
}
