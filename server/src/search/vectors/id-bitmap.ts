const WORD_BITS = 5;
const CHUNK_BITS = 11;
/** Words of a chunk: ids are split into ranges of 2,048. */
export const CHUNK_WORDS = 1 << (CHUNK_BITS - WORD_BITS);

const NO_IDS = new Uint32Array(CHUNK_WORDS);

/** A set of ids that changes, as bits. Ranges without ids take no memory, so that sparse ids are no hazard. */
export class IdBitmap {
  readonly #chunks = new Map<number, Uint32Array>();

  /** The words of a range of ids; must not be changed. */
  chunk(range: number): Uint32Array {
    return this.#chunks.get(range) ?? NO_IDS;
  }

  has(id: number): boolean {
    return ((this.chunk(rangeOf(id))[wordOf(id)] as number) & (1 << (id & 31))) !== 0;
  }

  add(id: number): void {
    const range = rangeOf(id);
    let chunk = this.#chunks.get(range);
    if (!chunk) {
      chunk = new Uint32Array(CHUNK_WORDS);
      this.#chunks.set(range, chunk);
    }
    chunk[wordOf(id)] = (chunk[wordOf(id)] as number) | (1 << (id & 31));
  }

  delete(id: number): void {
    const chunk = this.#chunks.get(rangeOf(id));
    if (chunk) chunk[wordOf(id)] = (chunk[wordOf(id)] as number) & ~(1 << (id & 31));
  }
}

function rangeOf(id: number): number {
  return Math.floor(id / (1 << CHUNK_BITS));
}

function wordOf(id: number): number {
  return (id >>> WORD_BITS) & (CHUNK_WORDS - 1);
}
