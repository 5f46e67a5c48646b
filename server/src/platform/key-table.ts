const ROOM_PER_KEY = 8;
const SMALL = 65_536;

/**
 * From keys to small numbers. While keys are dense, as ids of a sequence are, a flat table: a filter of 100,000 keys is
 * looked up in a fraction of a millisecond. Once they are sparse, a map.
 */
export class KeyTable {
  /** One more than the number, so that 0 is nobody's. */
  #flat: Int32Array | null = new Int32Array(1024);
  #map = new Map<number, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    // What a map entry with a number beyond 2^31 weighs in V8, about.
    return this.#flat?.byteLength ?? this.#size * 48;
  }

  /** -1 for a key that is not there. */
  get(key: number): number {
    if (this.#flat) return (this.#flat[key] ?? 0) - 1;
    return this.#map.get(key) ?? -1;
  }

  set(key: number, value: number): void {
    if (this.get(key) === -1) this.#size++;
    if (this.#flat && key >= this.#flat.length) this.#makeRoom(this.#flat, key);
    if (this.#flat) this.#flat[key] = value + 1;
    else this.#map.set(key, value);
  }

  delete(key: number): void {
    if (this.get(key) === -1) return;
    this.#size--;
    if (this.#flat) this.#flat[key] = 0;
    else this.#map.delete(key);
  }

  #makeRoom(flat: Int32Array, key: number): void {
    if (key < SMALL + this.#size * ROOM_PER_KEY) {
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
