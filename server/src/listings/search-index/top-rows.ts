import type { Band } from "./band.ts";
import type { IdOrder } from "./id-order.ts";
import { compareRanked, type Ranked } from "./ranked.ts";

/**
 * Keeps the best `capacity` rows of all that are offered: a heap with the worst kept row on top, so that most
 * offers end at one comparison. Smaller keys are better; equal keys go by listing_id.
 */
export class TopRows {
  readonly #capacity: number;
  readonly #order: IdOrder;
  readonly #rows: Ranked[] = [];

  constructor(capacity: number, order: IdOrder) {
    this.#capacity = capacity;
    this.#order = order;
  }

  offer(key: number, band: Band, row: number): void {
    if (!this.wouldKeep(key, band, row)) return;
    const label = this.#order.labelOf(band.slot[row] as number);
    const rows = this.#rows;
    if (rows.length < this.#capacity) {
      rows.push({ key, label, band, row });
      if (rows.length === this.#capacity) this.#heapify();
      return;
    }
    const worst = rows[0] as Ranked;
    worst.key = key;
    worst.label = label;
    worst.band = band;
    worst.row = row;
    this.#sink(0);
  }

  /** Whether the row is among the best of those that have been offered. */
  wouldKeep(key: number, band: Band, row: number): boolean {
    if (this.#rows.length < this.#capacity) return true;
    const worst = this.#rows[0] as Ranked;
    if (key !== worst.key) return key < worst.key;
    return this.#order.labelOf(band.slot[row] as number) < worst.label;
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
