import { type Bitmap, forEachBit } from "./bitmap.ts";
import type { Columns } from "./columns.ts";
import type { IdOrder } from "./id-order.ts";
import type { SortField } from "./listing-query.ts";
import { SortMemory, sortByKey } from "./radix-sort.ts";
import { keyOf, SortOrder } from "./sort-order.ts";

export type SortColumn = "price" | "beds" | "baths" | "sqft" | "listDay";

/** The column of each sort by a column. */
export const sortColumns: Record<Exclude<SortField, "distance_miles">, SortColumn> = {
  list_price: "price",
  beds: "beds",
  baths: "baths",
  sqft: "sqft",
  list_date: "listDay",
};

/** Listings in one go: about a millisecond. */
const PART = 50_000;
const WORDS_A_PART = 2000;

type Direction = { column: SortColumn; sign: 1 | -1; order: SortOrder };

/** The orders of all sorts, in both directions: ties go by listing id in either, so that none is another one backwards. */
export class SortOrders {
  readonly #directions: Direction[];
  readonly #columns: () => Columns;
  readonly #ids: IdOrder;

  constructor(columns: () => Columns, ids: IdOrder) {
    this.#columns = columns;
    this.#ids = ids;
    this.#directions = Object.values(sortColumns).flatMap((column) =>
      ([1, -1] as const).map((sign) => {
        const order = new SortOrder({
          values: () => columns()[column],
          sign,
          slots: () => columns().slot,
          labels: () => ids.labels,
        });
        return { column, sign, order };
      }),
    );
  }

  of(column: SortColumn, descending: boolean): SortOrder {
    const sign = descending ? -1 : 1;
    const found = this.#directions.find((each) => each.column === column && each.sign === sign);
    return (found as Direction).order;
  }

  insert(ordinal: number): void {
    for (const { order } of this.#directions) order.insert(ordinal);
  }

  /** Before its columns change. */
  remove(ordinal: number): void {
    for (const { order } of this.#directions) order.remove(ordinal);
  }

  /** The listing has got another ordinal, and its columns are there already. */
  replace(from: number, to: number): void {
    for (const { order } of this.#directions) order.replace(from, to);
  }

  /** Runs `change`, which writes the columns of a listing, and puts it where it belongs in those orders that it changes. */
  update(ordinal: number, after: Record<SortColumn, number>, change: () => void): void {
    const changed = this.#directions.filter(
      ({ column }) => !Object.is(this.#columns()[column][ordinal], after[column]),
    );
    for (const { order } of changed) order.remove(ordinal);
    change();
    for (const { order } of changed) order.insert(ordinal);
  }

  /** From all listings: a few milliseconds at a time. */
  *fill(size: number, live: Bitmap): Generator<void> {
    const { slot } = this.#columns();
    const ordinalOf = new Int32Array(this.#ids.slots);
    for (let word = 0; word < live.length; word += WORDS_A_PART) {
      forEachBit(
        live,
        (ordinal) => {
          ordinalOf[slot[ordinal] as number] = ordinal;
        },
        word,
        word + WORDS_A_PART,
      );
      yield;
    }
    const byId = new Int32Array(size);
    let at = 0;
    for (const slots of this.#ids.slotBlocks()) {
      for (const slot of slots) byId[at++] = ordinalOf[slot] as number;
      yield;
    }
    const memory = new SortMemory(size);
    for (const column of Object.values(sortColumns)) {
      const values = this.#columns()[column];
      const ascending = yield* sortByKey(byId, (ordinal) => keyOf(values[ordinal] as number, 1), memory);
      yield* this.of(column, false).fill(ascending);
      // In the memory of ordinals by slot, which are not needed any more.
      const descending = ordinalOf.subarray(0, size);
      yield* writeDescending(ascending, values, descending);
      yield* this.of(column, true).fill(descending);
    }
  }
}

/** Puts ordinals into `descending` with the greatest values first; equal ones stay in their order, and those without a value last. */
function* writeDescending(
  ascending: Int32Array,
  values: Float64Array | Float32Array,
  descending: Int32Array,
): Generator<void> {
  let end = ascending.length;
  while (end > 0 && Number.isNaN(values[ascending[end - 1] as number])) end--;
  descending.set(ascending.subarray(end), end);
  for (let at = 0, part = PART; end > 0; ) {
    const value = values[ascending[end - 1] as number] as number;
    let start = end - 1;
    while (start > 0 && values[ascending[start - 1] as number] === value) start--;
    for (let nth = start; nth < end; nth++) descending[at++] = ascending[nth] as number;
    end = start;
    if (at < part) continue;
    part = at + PART;
    yield;
  }
}
