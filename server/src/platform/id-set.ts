/** Bits for each id beyond which a sorted list is smaller. */
const BITS_PER_ID = 64;
const WORDS_ALWAYS = 1024;

/** A set as plain data, which can be sent to a thread: a bit for each id, or the ids themselves, ascending. */
export type IdSetData = { bits: Uint32Array<ArrayBuffer> } | { ids: Float64Array<ArrayBuffer> };

/**
 * A set of database ids, in one typed array: a bitmap of dense ids, a sorted list of few or sparse ones. It does not change, so
 * that it is valid however long its user waits.
 */
export class IdSet {
  readonly size: number;
  readonly data: IdSetData;

  constructor(data: IdSetData, size: number) {
    this.data = data;
    this.size = size;
  }

  /** @param ids distinct, in any order; the array is not kept. */
  static of(ids: Float64Array): IdSet {
    let greatest = 0;
    for (let nth = 0; nth < ids.length; nth++) greatest = Math.max(greatest, ids[nth] as number);
    const words = Math.floor(greatest / 32) + 1;
    if (isSparse(words, ids.length)) {
      return new IdSet({ ids: ids.slice().sort() }, ids.length);
    }
    const bits = new Uint32Array(words);
    for (let nth = 0; nth < ids.length; nth++) {
      const id = ids[nth] as number;
      bits[id >>> 5] = (bits[id >>> 5] as number) | (1 << (id & 31));
    }
    return new IdSet({ bits }, ids.length);
  }

  /** Of distinct ids, which are at these places of a column. */
  static ofDistinct(places: Int32Array, column: Float64Array): IdSet {
    let greatest = 0;
    for (let nth = 0; nth < places.length; nth++) {
      const id = column[places[nth] as number] as number;
      if (id > greatest) greatest = id;
    }
    const words = Math.floor(greatest / 32) + 1;
    if (isSparse(words, places.length))
      return IdSet.of(Float64Array.from(places, (place) => column[place] as number));
    const bits = new Uint32Array(words);
    for (let nth = 0; nth < places.length; nth++) {
      const id = column[places[nth] as number] as number;
      bits[id >>> 5] = (bits[id >>> 5] as number) | (1 << (id & 31));
    }
    return new IdSet({ bits }, places.length);
  }

  /** Of ids in any order, some of them repeated. */
  static from(ids: Iterable<number>): IdSet {
    return IdSet.of(Float64Array.from(new Set(ids)));
  }

  /** Of a bitmap with `size` bits, which is kept: bit n is id n. */
  static ofBits(bits: Uint32Array<ArrayBuffer>, size: number): IdSet {
    const set = new IdSet({ bits }, size);
    return isSparse(bits.length, size) ? new IdSet({ ids: set.toArray() }, size) : set;
  }

  has(id: number): boolean {
    return hasId(this.data, id);
  }

  /** Ascending. */
  forEach(visit: (id: number) => void): void {
    forEachId(this.data, visit);
  }

  /** Those that satisfy the predicate. */
  filter(predicate: (id: number) => boolean): IdSet {
    if ("ids" in this.data) {
      const kept = this.data.ids.filter(predicate);
      return new IdSet({ ids: kept }, kept.length);
    }
    const bits = this.data.bits.slice();
    let size = this.size;
    this.forEach((id) => {
      if (predicate(id)) return;
      bits[id >>> 5] = (bits[id >>> 5] as number) & ~(1 << (id & 31));
      size--;
    });
    return IdSet.ofBits(bits, size);
  }

  /** The lowest ids, at most `count`, ascending. */
  first(count: number): number[] {
    const ids: number[] = [];
    if ("ids" in this.data) return [...this.data.ids.subarray(0, count)];
    const { bits } = this.data;
    for (let word = 0; word < bits.length && ids.length < count; word++) {
      for (let left = bits[word] as number; left !== 0 && ids.length < count; left &= left - 1) {
        ids.push(word * 32 + 31 - Math.clz32(left & -left));
      }
    }
    return ids;
  }

  /** All ids, ascending. */
  toArray(): Float64Array<ArrayBuffer> {
    const ids = new Float64Array(this.size);
    let count = 0;
    this.forEach((id) => {
      ids[count++] = id;
    });
    return ids;
  }
}

/** Number of bits of a word. */
export function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function isSparse(words: number, size: number): boolean {
  return words > WORDS_ALWAYS && words * 32 > size * BITS_PER_ID;
}

export function hasId(data: IdSetData, id: number): boolean {
  if ("ids" in data) return hasSorted(data.ids, id);
  const { bits } = data;
  return id < bits.length * 32 && ((bits[id >>> 5] as number) & (1 << (id & 31))) !== 0;
}

/** Ascending. */
export function forEachId(data: IdSetData, visit: (id: number) => void): void {
  if ("ids" in data) {
    const { ids } = data;
    for (let nth = 0; nth < ids.length; nth++) visit(ids[nth] as number);
    return;
  }
  const { bits } = data;
  for (let word = 0; word < bits.length; word++) {
    let left = bits[word] as number;
    while (left !== 0) {
      const bit = left & -left;
      left ^= bit;
      visit(word * 32 + 31 - Math.clz32(bit));
    }
  }
}

function hasSorted(ids: Float64Array, id: number): boolean {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id;
}
