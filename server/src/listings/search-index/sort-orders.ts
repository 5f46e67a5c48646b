import type { Columns } from "./columns.ts";
import type { IdOrder } from "./id-order.ts";
import type { SortField } from "./listing-query.ts";
import { sortByKey } from "./radix-sort.ts";
import { SortOrder } from "./sort-order.ts";

export type SortColumn = "price" | "beds" | "baths" | "sqft" | "listDay";

/** The column of each sort by a column. */
export const sortColumns: Record<Exclude<SortField, "distance_miles">, SortColumn> = {
  list_price: "price",
  beds: "beds",
  baths: "baths",
  sqft: "sqft",
  list_date: "listDay",
};

type Direction = { column: SortColumn; sign: 1 | -1; order: SortOrder };

/** The orders of all sorts, in both directions: ties go by listing id in either, so that none is another one backwards. */
export class SortOrders {
  readonly #directions: Direction[];
  readonly #columns: Columns;
  readonly #ids: IdOrder;

  constructor(columns: Columns, ids: IdOrder) {
    this.#columns = columns;
    this.#ids = ids;
    const labelOf = (ordinal: number) => ids.labelOf(columns.slot[ordinal] as number);
    this.#directions = Object.values(sortColumns).flatMap((column) =>
      ([1, -1] as const).map((sign) => {
        const keyOf = (ordinal: number) => keyIn(columns[column][ordinal] as number, sign);
        return { column, sign, order: new SortOrder(keyOf, labelOf) };
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
      ({ column }) => !Object.is(this.#columns[column][ordinal], after[column]),
    );
    for (const { order } of changed) order.remove(ordinal);
    change();
    for (const { order } of changed) order.insert(ordinal);
  }

  /** From all listings: a few milliseconds at a time. */
  *fill(size: number): Generator<void> {
    const ordinalOf = new Int32Array(this.#columns.capacity);
    const { slot } = this.#columns;
    yield;
    for (let ordinal = 0; ordinal < slot.length; ordinal++) {
      if (this.#columns.listingId[ordinal] !== "") ordinalOf[slot[ordinal] as number] = ordinal;
    }
    const byId = new Int32Array(size);
    let at = 0;
    for (const slot of this.#ids.slots()) byId[at++] = ordinalOf[slot] as number;
    yield;
    for (const { column, sign, order } of this.#directions) {
      const values = this.#columns[column];
      order.fill(yield* sortByKey(byId, (ordinal) => keyIn(values[ordinal] as number, sign)));
      yield;
    }
  }
}

/** Smaller comes first, Infinity without a value. */
function keyIn(value: number, sign: 1 | -1): number {
  return Number.isNaN(value) ? Infinity : sign * value;
}
