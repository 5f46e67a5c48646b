/**
 * Numbers that look random and depend on the whole area (xorshift128): the same in every run, but an area cannot be drawn after them, as
 * each change of it changes them.
 */
export class AreaRandom {
  readonly #state: Uint32Array;

  /** @param key of the area, which is a hash. */
  constructor(key: string) {
    const bytes = Buffer.from(key, "base64url");
    this.#state = Uint32Array.from([0, 4, 8, 12], (offset) => bytes.readUInt32LE(offset));
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    const [first = 0, second = 0, third = 0, last = 0] = this.#state;
    const mixed = first ^ (first << 11);
    const next = last ^ (last >>> 19) ^ mixed ^ (mixed >>> 8);
    this.#state.set([second, third, last, next]);
    return (next >>> 0) / 2 ** 32;
  }
}
