const BLOCK = 1024;
/** Blocks of a bulk load leave space for listings to come. */
const FILLED = 900;
const BLOCKS_A_PART = 200;

/** What an order reads of listings; columns grow, so that they are asked for each time. */
export type SortedColumns = {
  /** Smaller values come first, or, with sign -1, greater ones. NaN comes last in either direction. */
  values: () => Float64Array | Float32Array;
  sign: 1 | -1;
  slots: () => Int32Array;
  /** By slot. */
  labels: () => Float64Array;
};
/** Of a listing that need not be there. */
export type OrderPlace = { key: number; label: number };

type Block = { ordinals: Int32Array<ArrayBuffer>; size: number };

/**
 * The ordinals in the order of one sort: keys ascending, equal ones by listing id, listings without a value last. Kept in blocks, so
 * that a change shifts at most a thousand numbers.
 */
export class SortOrder {
  readonly #columns: SortedColumns;
  #blocks: Block[] = [];
  /** How many ordinals are before each block; null when that must be counted again. */
  #before: Int32Array | null = null;

  constructor(columns: SortedColumns) {
    this.#columns = columns;
  }

  insert(ordinal: number): void {
    this.#before = null;
    const key = this.#keyOf(ordinal);
    const label = this.#labelOf(ordinal);
    if (this.#blocks.length === 0) this.#blocks.push({ ordinals: new Int32Array(BLOCK), size: 0 });
    const nth = this.#blockOf(key, label);
    const block = this.#blocks[nth] as Block;
    const at = this.#placeIn(block.ordinals, block.size, key, label);
    block.ordinals.copyWithin(at + 1, at, block.size);
    block.ordinals[at] = ordinal;
    if (++block.size === BLOCK) this.#split(nth);
  }

  /** Before the listing's value or label changes. */
  remove(ordinal: number): void {
    this.#before = null;
    const key = this.#keyOf(ordinal);
    const nth = this.#blockOf(key, this.#labelOf(ordinal));
    const block = this.#blocks[nth] as Block;
    const at = this.#placeIn(block.ordinals, block.size, key, this.#labelOf(ordinal));
    block.ordinals.copyWithin(at, at + 1, block.size--);
    if (block.size === 0) this.#blocks.splice(nth, 1);
  }

  /** The listing has got another ordinal; its value and label can be read at both. */
  replace(from: number, to: number): void {
    const key = this.#keyOf(from);
    const label = this.#labelOf(from);
    const { ordinals, size } = this.#blocks[this.#blockOf(key, label)] as Block;
    ordinals[this.#placeIn(ordinals, size, key, label)] = to;
  }

  /** How many listings have a smaller key. */
  countBelow(key: number): number {
    return this.#countBefore(key, -Infinity);
  }

  /** How many listings have this key or a smaller one. */
  countThrough(key: number): number {
    return this.#countBefore(key, Infinity);
  }

  /** How many listings are at this place or before it. */
  countUpTo({ key, label }: OrderPlace): number {
    // Labels are whole numbers: those up to one are those below the next.
    return this.#countBefore(key, label + 1);
  }

  /**
   * Goes along the order from a place and puts the ordinals that are in `bits` into `found`, without the first `skip` of them, until
   * `found` is full or `steps` ordinals have been looked at.
   *
   * @returns how many it has put there, or null when the steps did not suffice.
   */
  collect(
    bits: Int32Array,
    { from, skip, steps }: { from: number; skip: number; steps: number },
    found: Int32Array,
  ): number | null {
    const before = this.#counted();
    let nth = lastNotAbove(before, from);
    let at = from - (before[nth] ?? 0);
    let left = steps;
    let toSkip = skip;
    let count = 0;
    if (found.length === 0) return 0;
    for (; nth < this.#blocks.length; nth++, at = 0) {
      const { ordinals, size } = this.#blocks[nth] as Block;
      const end = Math.min(size, at + left);
      left -= end - at;
      for (; at < end; at++) {
        const ordinal = ordinals[at] as number;
        if (((bits[ordinal >>> 5] as number) & (1 << (ordinal & 31))) === 0) continue;
        if (toSkip > 0) {
          toSkip--;
          continue;
        }
        found[count++] = ordinal;
        if (count === found.length) return count;
      }
      if (end < size) return null;
    }
    return count;
  }

  /** From ordinals that are in order: a part at a time. */
  *fill(sorted: Int32Array): Generator<void> {
    this.#before = null;
    this.#blocks = [];
    for (let from = 0; from < sorted.length; from += FILLED) {
      const some = sorted.subarray(from, from + FILLED);
      const ordinals = new Int32Array(BLOCK);
      ordinals.set(some);
      this.#blocks.push({ ordinals, size: some.length });
      if (this.#blocks.length % BLOCKS_A_PART === 0) yield;
    }
  }

  #countBefore(key: number, label: number): number {
    if (this.#blocks.length === 0) return 0;
    const nth = this.#blockOf(key, label);
    const { ordinals, size } = this.#blocks[nth] as Block;
    return (this.#counted()[nth] as number) + this.#placeIn(ordinals, size, key, label);
  }

  #counted(): Int32Array {
    if (this.#before) return this.#before;
    this.#before = new Int32Array(this.#blocks.length);
    let count = 0;
    this.#blocks.forEach(({ size }, nth) => {
      (this.#before as Int32Array)[nth] = count;
      count += size;
    });
    return this.#before;
  }

  #keyOf(ordinal: number): number {
    return keyOf(this.#columns.values()[ordinal] as number, this.#columns.sign);
  }

  #labelOf(ordinal: number): number {
    return this.#columns.labels()[this.#columns.slots()[ordinal] as number] as number;
  }

  /** The last block that begins at or before the place of a key and label. */
  #blockOf(key: number, label: number): number {
    const { values, slots, labels, sign } = this.#columns;
    const [value, slot, labelOf] = [values(), slots(), labels()];
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const ordinal = this.#blocks[middle]?.ordinals[0] as number;
      const other = keyOf(value[ordinal] as number, sign);
      if (other < key || (other === key && (labelOf[slot[ordinal] as number] as number) <= label)) {
        low = middle + 1;
      } else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #placeIn(ordinals: Int32Array, size: number, key: number, label: number): number {
    const { values, slots, labels, sign } = this.#columns;
    const [value, slot, labelOf] = [values(), slots(), labels()];
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const ordinal = ordinals[middle] as number;
      const other = keyOf(value[ordinal] as number, sign);
      if (other < key || (other === key && (labelOf[slot[ordinal] as number] as number) < label)) {
        low = middle + 1;
      } else high = middle;
    }
    return low;
  }

  #split(nth: number): void {
    const block = this.#blocks[nth] as Block;
    const half = block.size >>> 1;
    const ordinals = new Int32Array(BLOCK);
    ordinals.set(block.ordinals.subarray(half, block.size));
    this.#blocks.splice(nth + 1, 0, { ordinals, size: block.size - half });
    block.size = half;
  }
}

/** Smaller comes first, Infinity without a value. */
export function keyOf(value: number, sign: 1 | -1): number {
  return Number.isNaN(value) ? Infinity : sign * value;
}

function lastNotAbove(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
