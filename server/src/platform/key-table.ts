const SLOTS_PER_KEY = 8;
const FLAT_BELOW = 65_536;

/**
 * Maps integer keys to small numbers. Dense keys, such as ids of a sequence, use a flat array: 100,000 lookups take a
 * fraction of a millisecond. Sparse keys use a map.
 */
export class KeyTable {
  /** Value plus one; 0 marks an absent key. */
  #flat: Int32Array | null = new Int32Array(1024);
  #map = new Map<number, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    // Approximate size in V8 of a map entry with a number beyond 2^31.
    return this.#flat?.byteLength ?? this.#size * 48;
  }

  /** -1 when the key is absent. */
  get(key: number): number {
    if (this.#flat) return (this.#flat[key] ?? 0) - 1;
    return this.#map.get(key) ?? -1;
  }

  set(key: number, value: number): void {
    if (this.get(key) === -1) this.#size++;
    if (this.#flat && key >= this.#flat.length) this.#grow(this.#flat, key);
    if (this.#flat) this.#flat[key] = value + 1;
    else this.#map.set(key, value);
  }

  delete(key: number): void {
    if (this.get(key) === -1) return;
    this.#size--;
    if (this.#flat) this.#flat[key] = 0;
    else this.#map.delete(key);
  }

  #grow(flat: Int32Array, key: number): void {
    if (key < FLAT_BELOW + this.#size * SLOTS_PER_KEY) {
      this.#flat = new Int32Array(Math.max(key + 1, flat.length * 2));
      this.#flat.set(flat);
      return;
    }
    this.#flat = null;
    flat.forEach((value, each) => {
      if (value > 0) this.#map.set(each, value - 1);
    });
  }
}
