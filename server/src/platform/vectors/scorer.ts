import { PAGE_BYTES, type Score, type SharedMemory, similarityKernel } from "./similarity-kernel.ts";

const REGION_BYTES = PAGE_BYTES;
const AT_ONCE = 4096;

/** Where rows begin: behind a region for each of the threads that score. */
export const ROWS_START = 2 * REGION_BYTES;
export const MAX_DIMENSIONS = 8192;

/** Bytes from row to row: the kernel reads sixteen at a time. */
export function strideOf(dimensions: number): number {
  return Math.ceil((dimensions * 2) / 16) * 16;
}

/** Compares one vector with rows of a shared memory. Each thread has one of its own, in a region of its own. */
export class Scorer {
  /** The rows to compare with; at most `AT_ONCE` at a time. */
  readonly slots: Int32Array;
  /** Their products with the query, once `run` has been called. */
  readonly products: Int32Array;
  readonly atOnce = AT_ONCE;
  readonly #query: Int16Array;
  readonly #score: Score;
  readonly #stride: number;
  readonly #start: number;

  constructor(memory: SharedMemory, region: 0 | 1, dimensions: number) {
    this.#stride = strideOf(dimensions);
    this.#start = region * REGION_BYTES;
    // A shared memory that grows keeps its place, so views of its beginning stay good.
    this.slots = new Int32Array(memory.buffer, this.#start, AT_ONCE);
    this.products = new Int32Array(memory.buffer, this.#start + AT_ONCE * 4, AT_ONCE);
    this.#query = new Int16Array(memory.buffer, this.#start + AT_ONCE * 8, this.#stride / 2);
    this.#score = similarityKernel(memory);
    this.#warmUp();
  }

  ask(query: Int16Array): void {
    this.#query.set(query);
  }

  run(count: number): void {
    const [slots, products, query] = [this.#start, this.#start + AT_ONCE * 4, this.#start + AT_ONCE * 8];
    this.#score(query, ROWS_START, slots, count, this.#stride, products);
  }

  /** V8 compiles the kernel well only after it has run for a while: the first searches would take five times as long. */
  #warmUp(): void {
    this.slots.fill(0);
    for (let round = 0; round < 200; round++) {
      this.#score(this.#start, this.#start, this.#start, 256, 16, this.#start + AT_ONCE * 4);
    }
  }
}
