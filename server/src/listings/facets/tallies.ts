import type { Bands } from "./bands.ts";
import type { BandCount, ValueCount } from "./facet-table.ts";

/** Counts numbers in groups that are ascending as the numbers are. */
export type Tally = {
  groupOf(value: number): number;
  /** Whether its numbers must be added one by one. */
  isOpen(group: number): boolean;
  add(value: number): void;
  addMany(group: number, count: number): void;
};

/** Each number is a group. */
export class ValueTally implements Tally {
  readonly #counts = new Map<number, number>();

  groupOf(value: number): number {
    return value;
  }

  isOpen(): boolean {
    return false;
  }

  add(value: number): void {
    this.addMany(value, 1);
  }

  addMany(value: number, count: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  /** The most frequent ones, ascending. */
  top(limit: number): ValueCount<number>[] {
    const all = [...this.#counts].map(([value, count]) => ({ value, count }));
    const most = all.sort((a, b) => b.count - a.count || a.value - b.value).slice(0, limit);
    return most.sort((a, b) => a.value - b.value);
  }
}

/** Each band is a group. */
export class BandTally implements Tally {
  readonly #bands: Bands;
  readonly #counts: Float64Array;
  #greatest = -Infinity;

  constructor(bands: Bands) {
    this.#bands = bands;
    this.#counts = new Float64Array(bands.count);
  }

  groupOf(value: number): number {
    return this.#bands.of(value);
  }

  /** A band without an upper end ends at its greatest number. */
  isOpen(band: number): boolean {
    return this.#bands.ends(band).max === null;
  }

  add(value: number): void {
    const band = this.#bands.of(value);
    this.#counts[band] = (this.#counts[band] as number) + 1;
    if (value > this.#greatest) this.#greatest = value;
  }

  addMany(band: number, count: number): void {
    this.#counts[band] = (this.#counts[band] as number) + count;
  }

  /** Those with numbers, ascending. */
  counts(): BandCount[] {
    return Array.from(this.#counts, (count, band) => ({ band, count }))
      .filter(({ count }) => count > 0)
      .map(({ band, count }) => {
        const { min, max } = this.#bands.ends(band);
        return { min, max: max ?? this.#greatest, count };
      });
  }
}
