import { type Kernel, MAX_PAGES, PAGE_BYTES, sharedMemory, similarityKernel } from "./similarity-kernel.ts";

const AT_ONCE = 4096;
/** Parts of the memory, in bytes from its start. */
const [PRODUCTS, QUERY, PICKED] = [0, AT_ONCE * 4, AT_ONCE * 8];
const LEAST = -(2 ** 31);
/** A row's numbers are those of the vector, divided by this. */
const STEP_BITS = 8;
const STEP = 1 << STEP_BITS;
const UNIT = 32_767;

/**
 * What a cosine of coarse rows may differ from the exact one, twice, for two rows that are compared: their errors have a standard
 * deviation of 0.0023 each, for any number of dimensions, and this is five times that of their difference.
 */
export const COARSE_MARGIN = Math.ceil((0.016 * UNIT * UNIT) / STEP);

/** The rows in 8 bits a dimension: a scan of them takes half the time, and finds all rows that may be among the best. */
export class CoarseRows {
  readonly atOnce = AT_ONCE;
  /** The products of `run`, in 256ths of exact ones. */
  readonly products: Int32Array;
  /** Places of products, once `pick` has been called. */
  readonly picked: Int32Array;
  readonly #memory = sharedMemory(1);
  readonly #query: Int16Array;
  readonly #kernel: Kernel;
  readonly #stride: number;
  #numbers: Int8Array;

  constructor(dimensions: number) {
    const { buffer } = this.#memory;
    this.#stride = Math.ceil(dimensions / 16) * 16;
    this.products = new Int32Array(buffer, PRODUCTS, AT_ONCE);
    this.#query = new Int16Array(buffer, QUERY, this.#stride);
    this.picked = new Int32Array(buffer, PICKED, AT_ONCE);
    this.#numbers = new Int8Array(buffer, PAGE_BYTES);
    this.#kernel = similarityKernel(this.#memory);
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  reserve(rows: number): void {
    const needed = Math.ceil((PAGE_BYTES + rows * this.#stride) / PAGE_BYTES);
    const pages = this.#memory.buffer.byteLength / PAGE_BYTES;
    if (needed <= pages) return;
    this.#memory.grow(Math.min(Math.max(needed - pages, pages >> 3, 16), MAX_PAGES - pages));
    this.#numbers = new Int8Array(this.#memory.buffer, PAGE_BYTES);
  }

  write(row: number, vector: Int16Array): void {
    const start = row * this.#stride;
    const numbers = this.#numbers;
    for (let index = 0; index < vector.length; index++) {
      const rounded = ((vector[index] as number) + STEP / 2) >> STEP_BITS;
      numbers[start + index] = rounded > 127 ? 127 : rounded;
    }
  }

  move(from: number, to: number): void {
    const stride = this.#stride;
    this.#numbers.copyWithin(to * stride, from * stride, (from + 1) * stride);
  }

  ask(query: Int16Array): void {
    this.#query.set(query);
  }

  /** Compares consecutive rows, at most `atOnce`. */
  run(first: number, count: number): void {
    this.#kernel.scoreCoarse(QUERY, PAGE_BYTES + first * this.#stride, count, this.#stride, PRODUCTS);
  }

  /** Picks the places of the products that reach the floor. @returns how many */
  pick(count: number, floor: number): number {
    return this.#kernel.select(PRODUCTS, count, Math.max(floor, LEAST), PICKED);
  }

  /** V8 compiles the kernel well only after it has run for a while: the first searches would take five times as long. */
  warmUp(): void {
    for (let round = 0; round < 200; round++) {
      this.#kernel.scoreCoarse(QUERY, QUERY, 256, 16, PRODUCTS);
      this.pick(AT_ONCE, 0);
    }
  }
}
