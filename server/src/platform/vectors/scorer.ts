import { type Kernel, PAGE_BYTES, type SharedMemory, similarityKernel } from "./similarity-kernel.ts";

const REGION_BYTES = PAGE_BYTES;
const AT_ONCE = 4096;

/** Where rows begin: behind a region for each of the threads that score. */
export const ROWS_START = 2 * REGION_BYTES;
export const MAX_DIMENSIONS = 8192;

/** Bytes from row to row: the kernel reads sixteen at a time. */
export function strideOf(dimensions: number): number {
  return Math.ceil((dimensions * 2) / 16) * 16;
}

/** Parts of a thread's region, in bytes from its start. */
const [PRODUCTS, QUERY] = [AT_ONCE * 4, AT_ONCE * 8];

/** Compares one vector with rows of a shared memory. Each thread has one of its own, in a region of its own. */
export class Scorer {
  /** The rows to compare with; at most `AT_ONCE` at a time. */
  readonly slots: Int32Array;
  /** Their products with the query, once `run` has been called. */
  readonly products: Int32Array;
  readonly atOnce = AT_ONCE;
  readonly #query: Int16Array;
  readonly #kernel: Kernel;
  readonly #stride: number;
  readonly #start: number;

  constructor(memory: SharedMemory, region: 0 | 1, dimensions: number) {
    this.#stride = strideOf(dimensions);
    this.#start = region * REGION_BYTES;
    // A shared memory that grows keeps its place, so views of its beginning stay good.
    this.slots = new Int32Array(memory.buffer, this.#start, AT_ONCE);
    this.products = new Int32Array(memory.buffer, this.#start + PRODUCTS, AT_ONCE);
    this.#query = new Int16Array(memory.buffer, this.#start + QUERY, this.#stride / 2);
    this.#kernel = similarityKernel(memory);
    this.#warmUp();
  }

  ask(query: Int16Array): void {
    this.#query.set(query);
  }

  run(count: number): void {
    const start = this.#start;
    this.#kernel.score(start + QUERY, ROWS_START, start, count, this.#stride, start + PRODUCTS);
  }

  /** V8 compiles the kernel well only after it has run for a while: the first searches would take five times as long. */
  #warmUp(): void {
    const start = this.#start;
    this.slots.fill(0);
    for (let round = 0; round < 200; round++) {
      this.#kernel.score(start, start, start, 256, 16, start + PRODUCTS);
    }
  }
}
