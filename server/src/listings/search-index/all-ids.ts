import type { Band } from "./band.ts";

/** Keeps the ids of all rows that are offered, of `most` at most. */
export class AllIds {
  #size = 0;
  readonly #ids: Float64Array<ArrayBuffer>;

  constructor(most: number) {
    this.#ids = new Float64Array(most);
  }

  offer(_key: number, band: Band, row: number): void {
    this.#ids[this.#size++] = band.id[row] as number;
  }

  found(): Float64Array<ArrayBuffer> {
    return this.#ids.slice(0, this.#size);
  }
}
