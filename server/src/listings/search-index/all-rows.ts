import type { Band } from "./band.ts";
import type { IdOrder } from "./id-order.ts";
import { compareRanked, type Ranked } from "./ranked.ts";
import { selectTwo } from "./select.ts";

/** Where in the columns the rows of one band are. */
type Segment = { band: Band; start: number; end: number };

/**
 * Keeps every row that is offered, for pages deep in a long result, where a heap would sort most of it. The page is
 * cut out by selection, which does not sort what comes before it: of the keys alone first, then of the ids of those whose key
 * is the page's first or last.
 */
export class AllRows {
  readonly #order: IdOrder;
  readonly #keys: Float64Array<ArrayBuffer>;
  readonly #rows: Int32Array;
  readonly #segments: Segment[] = [];
  #size = 0;

  constructor(most: number, order: IdOrder) {
    this.#keys = new Float64Array(most);
    this.#rows = new Int32Array(most);
    this.#order = order;
  }

  offer(key: number, band: Band, row: number): void {
    let segment = this.#segments.at(-1);
    if (segment?.band !== band) {
      segment = { band, start: this.#size, end: this.#size };
      this.#segments.push(segment);
    }
    this.#keys[this.#size] = key;
    this.#rows[this.#size] = row;
    segment.end = ++this.#size;
  }

  page(offset: number, limit: number): Ranked[] {
    const end = Math.min(offset + limit, this.#size);
    if (offset >= end) return [];
    const [first, last] = selectTwo(this.#keys.subarray(0, this.#size), offset, end - 1);
    const before = this.#countBelow(first);
    if (first === last) return this.#ties(first, offset - before, end - before);
    const inner = this.#rowsBetween(first, last);
    const atFirst = this.#ties(first, offset - before, this.#size);
    const atLast = this.#ties(last, 0, end - offset - atFirst.length - inner.length);
    return [...atFirst, ...inner, ...atLast];
  }

  /** The rows with this key, from one place in the order of their ids up to another. */
  #ties(key: number, from: number, to: number): Ranked[] {
    const { labels, bands, rows } = this.#tied(key);
    const [least, most] = selectTwo(labels, from, Math.min(to, labels.length) - 1);
    const found: Ranked[] = [];
    labels.forEach((label, at) => {
      if (label < least || label > most) return;
      const band = this.#segments[bands[at] as number]?.band as Band;
      found.push({ key, label, band, row: rows[at] as number });
    });
    return found.sort(compareRanked);
  }

  #tied(key: number): { labels: Float64Array; bands: Int32Array; rows: Int32Array } {
    const labels = new Float64Array(this.#size);
    const bands = new Int32Array(this.#size);
    const rows = new Int32Array(this.#size);
    let count = 0;
    this.#segments.forEach(({ band, start, end }, nth) => {
      for (let at = start; at < end; at++) {
        if (this.#keys[at] !== key) continue;
        const row = this.#rows[at] as number;
        labels[count] = this.#order.labelOf(band.slot[row] as number);
        bands[count] = nth;
        rows[count++] = row;
      }
    });
    return { labels: labels.subarray(0, count), bands, rows };
  }

  /** The rows between two keys, without these: part of a page. */
  #rowsBetween(first: number, last: number): Ranked[] {
    const found: Ranked[] = [];
    for (const { band, start, end } of this.#segments) {
      for (let at = start; at < end; at++) {
        const key = this.#keys[at] as number;
        if (key <= first || key >= last) continue;
        const row = this.#rows[at] as number;
        found.push({ key, label: this.#order.labelOf(band.slot[row] as number), band, row });
      }
    }
    return found.sort(compareRanked);
  }

  #countBelow(key: number): number {
    let count = 0;
    for (let at = 0; at < this.#size; at++) if ((this.#keys[at] as number) < key) count++;
    return count;
  }
}
