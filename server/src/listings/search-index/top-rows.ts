import type { Band } from "./band.ts";
import { compareRanked, listingIdOf, type Ranked } from "./ranked.ts";

/**
 * Keeps the best `capacity` rows of all that are offered: a heap with the worst kept row on top, so that most
 * offers end at one comparison. Smaller keys are better; equal keys go by listing_id.
 */
export class TopRows {
  readonly #capacity: number;
  readonly #rows: Ranked[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  offer(key: number, band: Band, row: number): void {
    const rows = this.#rows;
    if (rows.length < this.#capacity) {
      rows.push({ key, band, row });
      if (rows.length === this.#capacity) this.#heapify();
      return;
    }
    const worst = rows[0] as Ranked;
    if (key > worst.key) return;
    if (key === worst.key && (band.listingId[row] as string) >= listingIdOf(worst)) return;
    worst.key = key;
    worst.band = band;
    worst.row = row;
    this.#sink(0);
  }

  page(offset: number, limit: number): Ranked[] {
    return this.#rows.sort(compareRanked).slice(offset, offset + limit);
  }

  #heapify(): void {
    for (let at = (this.#rows.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  #sink(start: number): void {
    const rows = this.#rows;
    const moving = rows[start] as Ranked;
    let at = start;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= rows.length) break;
      if (child + 1 < rows.length && compareRanked(rows[child + 1] as Ranked, rows[child] as Ranked) > 0)
        child++;
      if (compareRanked(rows[child] as Ranked, moving) <= 0) break;
      rows[at] = rows[child] as Ranked;
      at = child;
    }
    rows[at] = moving;
  }
}
