import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { endianness } from "node:os";
import { basename } from "node:path";
import { crc32 } from "node:zlib";
import type { GraphFile } from "./protocol.ts";
import { ROWS_START, strideOf } from "./scorer.ts";
import type { SharedMemory } from "./similarity-kernel.ts";
import type { RowsTable, VectorRows } from "./vector-rows.ts";

const MAGIC = "lintel vectors 1\n";
const CHUNK = 4 * 1_048_576;
const MAX_HEADER_BYTES = 65_536;

type Section = { bytes: number; crc: number };
type Header = {
  name: string;
  dimensions: number;
  byteOrder: string;
  revision: number;
  rows: number;
  sections: Section[];
  graph: GraphFile | null;
};

/** The file is damaged, or is not a stored index. */
export class UnusableFile extends Error {}

/**
 * Writes the index: a line with the format, the checksum and length of the header, the header, then the sections that it
 * lists. The file is renamed to its final name after it was flushed to the disk.
 */
export function writeKept(
  path: string,
  {
    name,
    dimensions,
    table,
    graph,
  }: { name: string; dimensions: number; table: RowsTable; graph: GraphFile | null },
  memory: SharedMemory,
): void {
  const vectors = new Uint8Array(memory.buffer, ROWS_START, table.rows * strideOf(dimensions));
  const parts = [table.keys, table.revisions, table.firsts, table.counts].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  const sections = [...parts, vectors].map((part) => ({ bytes: part.byteLength, crc: checksum(part) }));
  const { revision, rows } = table;
  const kept = graph && { ...graph, path: basename(graph.path) };
  const header: Header = { name, dimensions, byteOrder: endianness(), revision, rows, sections, graph: kept };
  const text = Buffer.from(JSON.stringify(header));
  const front = Buffer.alloc(8);
  front.writeUInt32LE(text.length, 0);
  front.writeUInt32LE(crc32(text), 4);
  const draft = `${path}.${process.pid}.draft`;
  const file = openSync(draft, "w", 0o600);
  try {
    for (const part of [Buffer.from(MAGIC), front, text, ...parts, vectors]) writeAll(file, part);
    fsyncSync(file);
    closeSync(file);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Reads a file into empty rows.
 *
 * @returns the graph's entry of the header.
 * @throws UnusableFile, after which the rows must not be used
 */
export function readKept(path: string, rows: VectorRows, name: string): GraphFile | null {
  const file = openSync(path, "r");
  try {
    const header = readHeader(file);
    if (header.name !== name || header.dimensions !== rows.dimensions)
      throw new UnusableFile("of another model");
    if (header.byteOrder !== endianness()) throw new UnusableFile("of another kind of machine");
    const [keys, revisions, firsts, counts] = header.sections.slice(0, 4).map((section) => {
      const part = new Uint8Array(section.bytes);
      readSection(file, part, section);
      return part.buffer;
    }) as [ArrayBuffer, ArrayBuffer, ArrayBuffer, ArrayBuffer];
    readSection(file, rows.bytesOfRows(header.rows), header.sections[4] as Section);
    rows.restore({
      revision: header.revision,
      rows: header.rows,
      keys: new Float64Array(keys),
      revisions: new Float64Array(revisions),
      firsts: new Int32Array(firsts),
      counts: new Int32Array(counts),
    });
    return header.graph;
  } finally {
    closeSync(file);
  }
}

/** The checksum of a whole file, and its length. */
export function measureFile(path: string): { bytes: number; crc: number } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const chunk = Buffer.allocUnsafe(CHUNK);
    let crc = 0;
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      crc = crc32(chunk.subarray(0, read), crc);
    }
    return { bytes: size, crc };
  } finally {
    closeSync(file);
  }
}

function readHeader(file: number): Header {
  const start = Buffer.alloc(MAGIC.length + 8);
  readAll(file, start);
  if (start.toString("latin1", 0, MAGIC.length) !== MAGIC) throw new UnusableFile("of another kind");
  const length = start.readUInt32LE(MAGIC.length);
  if (length > MAX_HEADER_BYTES) throw new UnusableFile("damaged");
  const text = Buffer.alloc(length);
  readAll(file, text);
  if (crc32(text) !== start.readUInt32LE(MAGIC.length + 4)) throw new UnusableFile("damaged");
  const header = JSON.parse(text.toString()) as Header;
  const expectedBytes = header.sections.reduce((sum, { bytes }) => sum + bytes, start.length + length);
  if (fstatSync(file).size !== expectedBytes) throw new UnusableFile("not whole");
  return header;
}

function readSection(file: number, into: Uint8Array, { bytes, crc }: Section): void {
  if (into.length !== bytes) throw new UnusableFile("damaged");
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, bytes));
  let sum = 0;
  for (let index = 0; index < bytes; index += chunk.length) {
    const part = chunk.subarray(0, Math.min(chunk.length, bytes - index));
    readAll(file, part);
    sum = crc32(part, sum);
    into.set(part, index);
  }
  if (sum !== crc) throw new UnusableFile("damaged");
}

function readAll(file: number, into: Buffer): void {
  for (let index = 0; index < into.length; ) {
    const read = readSync(file, into, index, into.length - index, null);
    if (read === 0) throw new UnusableFile("not whole");
    index += read;
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let index = 0; index < bytes.length; index += CHUNK) {
    const part = plain(bytes.subarray(index, index + CHUNK));
    for (let written = 0; written < part.length; ) written += writeSync(file, part, written);
  }
}

function checksum(bytes: Uint8Array): number {
  let crc = 0;
  for (let index = 0; index < bytes.length; index += CHUNK)
    crc = crc32(plain(bytes.subarray(index, index + CHUNK)), crc);
  return crc;
}

/** A copy that is not shared with other threads, which not every function of Node takes. */
function plain(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes);
}
