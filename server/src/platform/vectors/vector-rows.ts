import { KeyTable } from "../key-table.ts";
import { CoarseRows } from "./coarse-rows.ts";
import { MAX_DIMENSIONS, ROWS_START, strideOf } from "./scorer.ts";
import { MAX_PAGES, PAGE_BYTES, type SharedMemory, sharedMemory } from "./similarity-kernel.ts";

const GONE = -1;

/** The stored form, from which the rows can be restored. */
export type RowsTable = {
  revision: number;
  rows: number;
  keys: Float64Array<ArrayBuffer>;
  revisions: Float64Array<ArrayBuffer>;
  firsts: Int32Array<ArrayBuffer>;
  counts: Int32Array<ArrayBuffer>;
};

/**
 * Vectors in shared memory, one per row, with their keys. A key has an entry, and its rows are consecutive. Rows are
 * append-only: those of a changed or removed key are skipped until `compact` closes the gaps. So another thread may read any
 * row up to the published count, except during a compaction.
 */
export class VectorRows {
  readonly dimensions: number;
  readonly memory: SharedMemory;
  /** The same rows in 8 bits. */
  readonly coarse: CoarseRows;
  revision = 0;
  /** All rows, those without an owner too. */
  rows = 0;
  /** Rows with an owner. */
  live = 0;
  /** The highest number of entries so far. Some may have no rows. */
  entries = 0;
  keys = new Float64Array(1024);
  firsts = new Int32Array(1024);
  counts = new Int32Array(1024);
  owners = new Int32Array(1024);
  #revisions = new Float64Array(1024);
  #numbers: Int16Array;
  readonly #stride: number;
  readonly #table = new KeyTable();
  #free: number[] = [];

  constructor(dimensions: number) {
    if (dimensions > MAX_DIMENSIONS) throw new RangeError(`${MAX_DIMENSIONS} dimensions at most`);
    this.dimensions = dimensions;
    this.#stride = strideOf(dimensions);
    this.memory = sharedMemory(ROWS_START / PAGE_BYTES);
    this.coarse = new CoarseRows(dimensions);
    this.#numbers = new Int16Array(this.memory.buffer, ROWS_START);
  }

  get size(): number {
    return this.#table.size;
  }

  get bytes(): number {
    const entry = this.keys.byteLength + this.#revisions.byteLength + this.firsts.byteLength;
    return (
      this.memory.buffer.byteLength +
      this.coarse.bytes +
      entry +
      this.counts.byteLength +
      this.owners.byteLength +
      this.#table.bytes
    );
  }

  /** The entry of a key; -1 when it has none. */
  entryOf(key: number): number {
    return this.#table.get(key);
  }

  /** Replaces the vectors of the key. An older revision is ignored. */
  put(key: number, revision: number, vectors: Int16Array): void {
    const known = this.#table.get(key);
    if (known !== -1 && (this.#revisions[known] as number) > revision) return;
    this.revision = Math.max(this.revision, revision);
    const count = vectors.length / this.dimensions;
    if (count === 0) {
      this.remove(key);
      return;
    }
    this.#reserve(this.rows + count);
    const entry = known === -1 ? this.#newEntry(key) : known;
    this.#disown(entry);
    this.#revisions[entry] = revision;
    this.firsts[entry] = this.rows;
    this.counts[entry] = count;
    for (let index = 0; index < count; index++) {
      const vector = vectors.subarray(index * this.dimensions, (index + 1) * this.dimensions);
      this.#numbers.set(vector, (this.rows * this.#stride) / 2);
      this.coarse.write(this.rows, vector);
      this.owners[this.rows++] = entry;
    }
    this.live += count;
  }

  remove(key: number): void {
    const entry = this.#table.get(key);
    if (entry === -1) return;
    this.#disown(entry);
    this.#table.delete(key);
    this.#free.push(entry);
  }

  rowAt(row: number): Int16Array {
    const start = (row * this.#stride) / 2;
    return this.#numbers.subarray(start, start + this.dimensions);
  }

  /** Closes the gaps. @returns the new position of each row, -1 for removed ones. */
  compact(): Int32Array {
    const moved = new Int32Array(this.rows).fill(GONE);
    const width = this.#stride / 2;
    let to = 0;
    for (let row = 0; row < this.rows; row++) {
      const entry = this.owners[row] as number;
      if (entry === GONE) continue;
      if (this.firsts[entry] === row) this.firsts[entry] = to;
      this.#numbers.copyWithin(to * width, row * width, (row + 1) * width);
      this.coarse.move(row, to);
      this.owners[to] = entry;
      moved[row] = to++;
    }
    this.rows = to;
    return moved;
  }

  /** Copies of everything but the vectors. */
  table(): RowsTable {
    const held: number[] = [];
    for (let entry = 0; entry < this.entries; entry++) if (this.counts[entry] !== 0) held.push(entry);
    return {
      revision: this.revision,
      rows: this.rows,
      keys: Float64Array.from(held, (entry) => this.keys[entry] as number),
      revisions: Float64Array.from(held, (entry) => this.#revisions[entry] as number),
      firsts: Int32Array.from(held, (entry) => this.firsts[entry] as number),
      counts: Int32Array.from(held, (entry) => this.counts[entry] as number),
    };
  }

  /** The bytes of rows that `restore` then assigns to keys; filled from a file. */
  bytesOfRows(rows: number): Uint8Array {
    this.#reserve(rows);
    return new Uint8Array(this.memory.buffer, ROWS_START, rows * this.#stride);
  }

  restore({ revision, rows, keys, revisions, firsts, counts }: RowsTable): void {
    this.revision = revision;
    this.rows = rows;
    this.owners.fill(GONE, 0, rows);
    keys.forEach((key, index) => {
      const [first, count] = [firsts[index] as number, counts[index] as number];
      const entry = this.#newEntry(key);
      this.#revisions[entry] = revisions[index] as number;
      this.firsts[entry] = first;
      this.counts[entry] = count;
      this.owners.fill(entry, first, first + count);
      this.live += count;
    });
    for (let row = 0; row < rows; row++) this.coarse.write(row, this.rowAt(row));
  }

  #newEntry(key: number): number {
    const entry = this.#free.pop() ?? this.entries++;
    if (entry === this.keys.length) {
      this.keys = longer(this.keys, Float64Array);
      this.#revisions = longer(this.#revisions, Float64Array);
      this.firsts = longer(this.firsts, Int32Array);
      this.counts = longer(this.counts, Int32Array);
    }
    this.keys[entry] = key;
    this.#table.set(key, entry);
    return entry;
  }

  #disown(entry: number): void {
    const [first, count] = [this.firsts[entry] as number, this.counts[entry] as number];
    this.owners.fill(GONE, first, first + count);
    this.counts[entry] = 0;
    this.live -= count;
  }

  #reserve(rows: number): void {
    this.coarse.reserve(rows);
    const needed = Math.ceil((ROWS_START + rows * this.#stride) / PAGE_BYTES);
    const pages = this.memory.buffer.byteLength / PAGE_BYTES;
    if (needed > pages) {
      if (needed > MAX_PAGES) throw new RangeError("More vectors than one process can hold");
      this.memory.grow(Math.min(Math.max(needed - pages, pages >> 3, 16), MAX_PAGES - pages));
      this.#numbers = new Int16Array(this.memory.buffer, ROWS_START);
    }
    if (rows <= this.owners.length) return;
    const owners = new Int32Array(Math.max(rows, this.owners.length + (this.owners.length >> 1)));
    owners.set(this.owners);
    this.owners = owners;
  }
}

function longer<A extends Float64Array | Int32Array>(array: A, kind: new (length: number) => A): A {
  const twice = new kind(array.length * 2);
  twice.set(array);
  return twice;
}
