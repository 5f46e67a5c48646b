import quickselect from "quickselect";
import type { Band } from "./band.ts";
import type { IdOrder } from "./id-order.ts";
import { compareRanked, type Ranked } from "./ranked.ts";

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
    const [first, last] = selected(this.#keys.slice(0, this.#size), offset, end - 1);
    const before = this.#countBelow(first);
    if (first === last) return this.#ties(first, offset - before, end - before);
    const inner = this.#rowsBetween(first, last);
    const atFirst = this.#ties(first, offset - before, this.#size);
    const atLast = this.#ties(last, 0, end - offset - atFirst.length - inner.length);
    return [...atFirst, ...inner, ...atLast];
  }

  /** The rows with this key, from one place in the order of their ids up to another. */
  #ties(key: number, from: number, to: number): Ranked[] {
    const labels = this.#labelsOf(key);
    const end = Math.min(to, labels.length);
    const [least, most] = selected(labels, from, end - 1);
    const found: Ranked[] = [];
    for (const { band, start, end } of this.#segments) {
      for (let at = start; at < end; at++) {
        if (this.#keys[at] !== key) continue;
        const row = this.#rows[at] as number;
        const label = this.#order.labelOf(band.slot[row] as number);
        if (label >= least && label <= most) found.push({ key, label, band, row });
      }
    }
    return found.sort(compareRanked);
  }

  #labelsOf(key: number): Float64Array {
    const labels = new Float64Array(this.#size);
    let count = 0;
    for (const { band, start, end } of this.#segments) {
      for (let at = start; at < end; at++) {
        if (this.#keys[at] !== key) continue;
        labels[count++] = this.#order.labelOf(band.slot[this.#rows[at] as number] as number);
      }
    }
    return labels.subarray(0, count);
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

/** What sorting would put at two places, the first of which comes first. Moves the values about. */
function selected(values: Float64Array, first: number, last: number): [number, number] {
  select(values, last, values.length - 1);
  const high = values[last] as number;
  // What is left of the last is not greater: the first is among it.
  if (first < last) select(values, first, last - 1);
  return [values[first] as number, high];
}

function select(values: Float64Array, nth: number, right: number): void {
  quickselect(values as unknown as number[], nth, 0, right, (a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
