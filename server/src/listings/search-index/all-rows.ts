import quickselect from "quickselect";
import type { Band } from "./band.ts";
import { compareRanked, type Ranked } from "./ranked.ts";

/**
 * Keeps every row that is offered, for pages deep in a long result, where a heap would sort most of it. The page is
 * cut out by selection, which does not sort what comes before it.
 */
export class AllRows {
  #size = 0;
  #keys = new Float64Array(4096);
  #rows = new Int32Array(4096);
  /** Bands in the order of the scan, and where in the columns above each one's rows start. */
  readonly #bands: { band: Band; start: number }[] = [];

  offer(key: number, band: Band, row: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    if (this.#bands.at(-1)?.band !== band) this.#bands.push({ band, start: this.#size });
    this.#keys[this.#size] = key;
    this.#rows[this.#size] = row;
    this.#size++;
  }

  page(offset: number, limit: number): Ranked[] {
    const end = Math.min(offset + limit, this.#size);
    if (offset >= end) return [];
    const bandOf = this.#bandByRow();
    const ranked = (at: number): Ranked => ({
      key: this.#keys[at] as number,
      band: bandOf[at] as Band,
      row: this.#rows[at] as number,
    });
    const compare = (a: number, b: number) => {
      const difference = (this.#keys[a] as number) - (this.#keys[b] as number);
      // Infinity (no value) minus itself is NaN: equal keys too.
      return difference < 0 ? -1 : difference > 0 ? 1 : this.#compareIds(bandOf, a, b);
    };
    const order = Int32Array.from({ length: this.#size }, (_, at) => at);
    const last = this.#size - 1;
    quickselect(order as unknown as number[], offset, 0, last, compare);
    if (end <= last) quickselect(order as unknown as number[], end, offset, last, compare);
    return [...order.subarray(offset, end)].map(ranked).sort(compareRanked);
  }

  #compareIds(bandOf: Band[], a: number, b: number): number {
    const idA = bandOf[a]?.listingId[this.#rows[a] as number] as string;
    const idB = bandOf[b]?.listingId[this.#rows[b] as number] as string;
    return idA < idB ? -1 : idA > idB ? 1 : 0;
  }

  #bandByRow(): Band[] {
    const bandOf = new Array<Band>(this.#size);
    this.#bands.forEach(({ band, start }, at) => {
      bandOf.fill(band, start, this.#bands[at + 1]?.start ?? this.#size);
    });
    return bandOf;
  }

  #grow(): void {
    const keys = new Float64Array(this.#size * 2);
    const rows = new Int32Array(this.#size * 2);
    keys.set(this.#keys);
    rows.set(this.#rows);
    this.#keys = keys;
    this.#rows = rows;
  }
}
