import { addAtPlaces, SPREAD, writePlaces } from "./hashed-vector.ts";

const SMALLEST = 1024;

/**
 * Adds up the energy of a text's features by their 32-bit hashes, in the order of their first occurrence: a hash table of typed
 * arrays, which is used for one text after the other and allocates nothing.
 */
export class FeatureSums {
  /** The range of dimensions that features are spread over. */
  readonly dimensions: number;
  /** An entry's number plus 1 where its hash belongs, or behind it; 0 is free. */
  #slots = new Int32Array(2 * SMALLEST);
  #hashes = new Int32Array(SMALLEST);
  #energies = new Float64Array(SMALLEST);
  #places = new Int16Array(SMALLEST * SPREAD);
  #slotOf = new Int32Array(SMALLEST);
  #size = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  add(hash: number, energy: number): void {
    const entry = this.#entryOf(hash, energy);
    if (entry !== -1) writePlaces(hash, this.dimensions, this.#places, entry * SPREAD);
  }

  /** Adds a feature whose places are known, from `start` on. */
  addPlaced(hash: number, energy: number, places: Int16Array, start: number): void {
    const entry = this.#entryOf(hash, energy);
    if (entry === -1) return;
    for (let nth = 0; nth < SPREAD; nth++) this.#places[entry * SPREAD + nth] = places[start + nth] as number;
  }

  /** Spreads the features over `sums` from a dimension on, and empties itself. */
  moveTo(sums: Float64Array, first: number): void {
    for (let entry = 0; entry < this.#size; entry++) {
      const share = Math.sqrt((this.#energies[entry] as number) / SPREAD);
      addAtPlaces(sums, first, share, this.#places, entry * SPREAD);
      this.#slots[this.#slotOf[entry] as number] = 0;
    }
    this.#size = 0;
  }

  /** Adds energy to a feature. @returns its new entry, whose places are missing; -1 when it had one. */
  #entryOf(hash: number, energy: number): number {
    const slot = this.#slotFor(hash);
    const known = (this.#slots[slot] as number) - 1;
    if (known !== -1) {
      this.#energies[known] = (this.#energies[known] as number) + energy;
      return -1;
    }
    if (this.#size === this.#hashes.length) {
      this.#grow();
      return this.#entryOf(hash, energy);
    }
    const entry = this.#size++;
    this.#slots[slot] = entry + 1;
    this.#slotOf[entry] = slot;
    this.#hashes[entry] = hash;
    this.#energies[entry] = energy;
    return entry;
  }

  #slotFor(hash: number): number {
    const slots = this.#slots;
    const hashes = this.#hashes;
    const last = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    for (;;) {
      const known = slots[slot] as number;
      if (known === 0 || hashes[known - 1] === hash) return slot;
      slot = (slot + 1) & last;
    }
  }

  #grow(): void {
    const size = this.#hashes.length * 2;
    const [hashes, energies] = [new Int32Array(size), new Float64Array(size)];
    const places = new Int16Array(size * SPREAD);
    hashes.set(this.#hashes);
    energies.set(this.#energies);
    places.set(this.#places);
    [this.#hashes, this.#energies, this.#places] = [hashes, energies, places];
    this.#slotOf = new Int32Array(size);
    this.#slots = new Int32Array(2 * size);
    for (let entry = 0; entry < this.#size; entry++) {
      const slot = this.#slotFor(hashes[entry] as number);
      this.#slots[slot] = entry + 1;
      this.#slotOf[entry] = slot;
    }
  }
}
