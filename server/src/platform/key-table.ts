const PAGE = 1024;
/** Space of pages for each key beyond which new pages are not worth their memory. */
const SPACE_PER_KEY = 8;
const SPACE_ALWAYS = 65_536;
/** Pages by number that a table of few keys may have; a larger one has one more for each key. */
const PAGES_ALWAYS = 65_536;
/** Of sparse keys: each is so small that it grows in a fraction of a millisecond. */
const MAPS = 256;

/**
 * Maps integer keys to small numbers. Dense keys, such as ids of a sequence, are in pages of flat arrays: 100,000 lookups take a
 * fraction of a millisecond. Sparse keys are in maps. No change of a key takes longer in a large table than in a small one.
 */
export class KeyTable {
  /** Values plus one; 0 marks an absent key. */
  readonly #pages: (Int32Array | undefined)[] = [];
  #pagesUsed = 0;
  #sparse: Map<number, number>[] | null = null;
  #sparseSize = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    // Approximate size in V8 of a map entry with a number beyond 2^31.
    return this.#pages.length * 8 + this.#pagesUsed * PAGE * 4 + this.#sparseSize * 48;
  }

  /** -1 when the key is absent. */
  get(key: number): number {
    const value = this.#pages[pageOf(key)]?.[key & (PAGE - 1)] ?? 0;
    if (value !== 0 || this.#sparse === null) return value - 1;
    return mapOf(this.#sparse, key).get(key) ?? -1;
  }

  set(key: number, value: number): void {
    if (this.#sparse && mapOf(this.#sparse, key).has(key)) {
      mapOf(this.#sparse, key).set(key, value);
      return;
    }
    const page = this.#pages[pageOf(key)] ?? this.#newPage(key);
    if (page === null) {
      this.#sparse ??= Array.from({ length: MAPS }, () => new Map());
      mapOf(this.#sparse, key).set(key, value);
      this.#sparseSize++;
      this.#size++;
      return;
    }
    if (page[key & (PAGE - 1)] === 0) this.#size++;
    page[key & (PAGE - 1)] = value + 1;
  }

  delete(key: number): void {
    if (this.get(key) === -1) return;
    this.#size--;
    if (this.#sparse && mapOf(this.#sparse, key).delete(key)) this.#sparseSize--;
    else (this.#pages[pageOf(key)] as Int32Array)[key & (PAGE - 1)] = 0;
  }

  /** null when the keys are too sparse for another page. */
  #newPage(key: number): Int32Array | null {
    const number = pageOf(key);
    if (number > PAGES_ALWAYS + this.#size) return null;
    if ((this.#pagesUsed + 1) * PAGE > SPACE_ALWAYS + this.#size * SPACE_PER_KEY) return null;
    while (this.#pages.length <= number) this.#pages.push(undefined);
    const page = new Int32Array(PAGE);
    this.#pages[number] = page;
    this.#pagesUsed++;
    return page;
  }
}

function pageOf(key: number): number {
  return Math.floor(key / PAGE);
}

function mapOf(maps: readonly Map<number, number>[], key: number): Map<number, number> {
  return maps[key & (MAPS - 1)] as Map<number, number>;
}
